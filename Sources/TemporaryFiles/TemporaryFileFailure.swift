import Foundation

/// The error that a temporary file cannot be created, written or read, for example because the disk is full.
public struct TemporaryFileFailure: Error, CustomStringConvertible {
    public let description: String

    package init(_ description: String) { self.description = description }

    init(_ error: any Error) {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        let reason = isFull ? "the disk is full" : "it cannot be written or read (\(type(of: error)))"
        description = "a temporary file for data that does not fit into memory: \(reason)"
    }
}
