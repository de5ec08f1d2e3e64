import ClinicTestSupport
import TestSupport
import Testing

/// Tests the promises to client apps over HTTP against a running server. A number such as O22 in a test's name is that
/// of a row in `ops/conformance.md`. Only some of these tests run at a time, since each server has its own event loops
/// and connections.
@Suite(.database(.demo, seats: 3)) struct Conformance {}
