/// The program's version, as operators see it.
package enum ProgramVersion {
    package static let number = "1.0.0"
}
