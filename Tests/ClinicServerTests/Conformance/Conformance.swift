import ClinicTestSupport
import TestSupport
import Testing

/// Tests the promises to client apps over HTTP against a running server. The numbers in the tests' names are those of
/// `ops/conformance.md`. Only some of these tests run at a time, since each server has its own event loops and connections.
@Suite(.database(.demo, seats: 3)) struct Conformance {}
