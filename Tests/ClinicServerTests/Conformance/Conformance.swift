import ClinicTestSupport
import TestSupport
import Testing

/// The promises to client apps, tested over HTTP against a serving clinic. The numbers in the tests' names are those of
/// `ops/conformance.md`. One clinic at a time, since each serves with its own loops and connections.
@Suite(.serialized, .database(.demo)) struct Conformance {}
