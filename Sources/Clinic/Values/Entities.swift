// Types that only serve to tell ids apart, such as `ID<Invoice>`. If a feature declares a state with the entity's name,
// the ids use that state as their type instead.

/// The entity type of `ID<Invoice>`.
public enum Invoice {}
/// The entity type of `ID<Payment>`.
public enum Payment {}

/// The entity type of `ID<Refund>`.
public enum Refund {}

/// The entity type of `ID<FamilyPayment>`: a payment for several members of a family.
public enum FamilyPayment {}

/// The entity type of `ID<Coverage>`: the coverage of a patient by an insurance or another payer.
public enum Coverage {}

/// The entity type of `ID<CreditNote>`.
public enum CreditNote {}
