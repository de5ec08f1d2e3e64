// What ids are of. A feature that keeps state for its entity declares the type itself, and its line here goes.

/// A bill.
public enum Invoice {}
/// Money that came in.
public enum Payment {}
