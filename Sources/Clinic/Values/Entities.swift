// Entity types for ids. If a feature declares a state with the entity's name, that type replaces the one here.

/// The type of entity that ids of invoices are for.
public enum Invoice {}
/// The type of entity that ids of payments are for.
public enum Payment {}

/// The type of entity that ids of refunds are for.
public enum Refund {}
