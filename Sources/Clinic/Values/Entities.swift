// Entity types for ids. When a feature keeps state for its entity, it declares the type itself and its line here is
// deleted.

/// A bill.
public enum Invoice {}
/// A payment received.
public enum Payment {}

/// Money that went back.
public enum Refund {}
