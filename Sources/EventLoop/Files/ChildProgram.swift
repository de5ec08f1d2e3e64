import CLibUV
import Glibc

/// Runs other programs. Its functions block, so they must run on the thread of a worker pool.
package enum ChildProgram {
    /// Runs a program, and writes bytes to its standard input. The program's output goes to the standard error of this
    /// process.
    ///
    /// If the program ends early, the rest of the input is not written.
    ///
    /// - Parameters:
    ///   - words: the program's full path, and its arguments.
    ///   - next: returns the next bytes of the input; `nil` at its end.
    /// - Returns: the exit code, or -1 if the program did not run or was ended by a signal.
    /// - Throws: the error of `next`, after the program has ended.
    package static func run(_ words: [String], input next: () throws -> [UInt8]?) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard let program = words.first, unsafe uv_pipe(&ends, 0, 0) == 0 else { return -1 }
        let process = start(program, words, input: ends[0])
        close(ends[0])
        guard let process else {
            close(ends[1])
            return -1
        }
        let fed = Result { try feed(ends[1], next) }
        close(ends[1])
        let code = end(of: process)
        try fed.get()
        return code
    }

    /// Runs a program, writes bytes to its standard input, and then reads its standard output.
    ///
    /// The program must not write more than a pipe holds before it has read its input; otherwise the program and this
    /// process would wait for each other forever.
    ///
    /// - Parameters:
    ///   - words: the program's full path, and its arguments.
    ///   - limit: the maximum number of bytes of the output that are read.
    ///   - next: returns the next bytes of the input; `nil` at its end.
    /// - Returns: the exit code as `run` returns it, and the output.
    /// - Throws: the error of `next`, after the program has ended.
    package static func output(
        of words: [String], limit: Int, input next: () throws -> [UInt8]?
    ) throws -> (code: Int32, bytes: [UInt8]) {
        var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard let program = words.first, unsafe uv_pipe(&inputs, 0, 0) == 0 else { return (-1, []) }
        guard unsafe uv_pipe(&outputs, 0, 0) == 0 else {
            inputs.forEach { close($0) }
            return (-1, [])
        }
        let process = start(program, words, input: inputs[0], output: outputs[1])
        close(inputs[0])
        close(outputs[1])
        guard let process else {
            close(inputs[1])
            close(outputs[0])
            return (-1, [])
        }
        let fed = Result { try feed(inputs[1], next) }
        close(inputs[1])
        let bytes = drain(outputs[0], limit)
        close(outputs[0])
        let code = end(of: process)
        try fed.get()
        return (code, bytes)
    }

    private static func drain(_ pipe: Int32, _ limit: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            while filled < limit {
                let target = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let count = unsafe read(pipe, target.baseAddress, target.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
    }

    private static func feed(_ pipe: Int32, _ next: () throws -> [UInt8]?) throws {
        while let bytes = try next() {
            var offset = 0
            while offset < bytes.count {
                let count = unsafe bytes[offset...].withUnsafeBytes { unsafe write(pipe, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                offset += count
            }
        }
    }

    private static func start(_ program: String, _ words: [String], input: Int32, output: Int32 = STDERR_FILENO)
        -> pid_t?
    {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The program starts with no blocked signals, since signals that the starting thread blocks must still reach
        // the program.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        let variables = unsafe [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), strdup("LC_ALL=C"), nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, program, &actions, &attributes, arguments, variables)
        return code == 0 ? process : nil
    }

    private static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
        let endedByItself = status & 0x7f == 0
        return endedByItself ? (status >> 8) & 0xff : -1
    }
}
