// Types that only serve to tell ids apart, such as `ID<Invoice>`. No such type is needed for an entity whose feature
// declares a state type with the entity's name: the ids use the state type.

/// A type that only distinguishes the ids of invoices, `ID<Invoice>`, from other ids.
public enum Invoice {}
/// A type that only distinguishes the ids of payments, `ID<Payment>`, from other ids.
public enum Payment {}

/// A type that only distinguishes the ids of refunds, `ID<Refund>`, from other ids.
public enum Refund {}

/// A type that only distinguishes the ids of payments for several members of a family, `ID<FamilyPayment>`, from other
/// ids.
public enum FamilyPayment {}

/// A type that only distinguishes the ids of coverages, `ID<Coverage>`, from other ids. A coverage is a patient's
/// agreement with an insurance or another payer.
public enum Coverage {}

/// A type that only distinguishes the ids of credit notes, `ID<CreditNote>`, from other ids.
public enum CreditNote {}
