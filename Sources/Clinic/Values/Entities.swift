// Entity types for ids. When a feature keeps state for its entity, it declares the type itself and its line here is
// deleted.

/// An invoice, as the entity of its id.
public enum Invoice {}
/// A payment, as the entity of its id.
public enum Payment {}

/// A refund, as the entity of its id.
public enum Refund {}
