/// A logo for tests: a PNG image with one pixel.
package enum SampleLogo {
    package static let png: [UInt8] = [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 58, 126,
        155, 85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 218, 99, 96, 0, 0, 0, 2, 0, 1, 229, 39, 222, 252, 0, 0, 0, 0, 73, 69,
        78, 68, 174, 66, 96, 130,
    ]
}

extension App {
    /// Sends a test request with a body that is no text.
    package func send(
        _ method: String, _ path: String, bytes: [UInt8], type: String, _ fields: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        var fields = fields
        if let token { fields["Authorization"] = "Bearer \(token)" }
        fields["Content-Type"] = type
        fields["Content-Length"] = "\(bytes.count)"
        var head = "\(method) \(path.hasPrefix("/") ? path : "/api/v1/\(path)") HTTP/1.1\r\n"
        head += "Host: clinic.example\r\nConnection: close\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        return try await exchange(Array("\(head)\r\n".utf8) + bytes, with: practice.port, on: practice.wire)
    }

    /// Sets the clinic's logo.
    package func setLogo(
        _ bytes: [UInt8] = SampleLogo.png, type: String = "image/png", fields: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await send("PUT", "clinic/logo", bytes: bytes, type: type, fields)
    }
}
