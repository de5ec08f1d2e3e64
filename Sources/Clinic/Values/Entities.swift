// Entity types for ids. If a feature declares a state with the entity's name, that type replaces the one here.

/// The entity type of `ID<Invoice>`.
public enum Invoice {}
/// The entity type of `ID<Payment>`.
public enum Payment {}

/// The entity type of `ID<Refund>`.
public enum Refund {}
