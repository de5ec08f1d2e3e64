import TestSupport
import Testing

/// What client apps rely on, tried over HTTP against a serving clinic. The numbers in the tests' names are those of
/// `ops/conformance.md`. One clinic at a time: each serves with its own loops and connections.
@Suite(.serialized, .database(.demo)) struct Conformance {}
