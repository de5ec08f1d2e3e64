import Foundation
import HTTPServer
import Testing

@Suite struct DateFieldTests {
    @Test func `the Date field has the format of RFC 9110`() {
        #expect(DateField.line(at: 784_111_777) == "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n")
        #expect(DateField.line(at: 0) == "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n")
        #expect(DateField.line(at: 1_709_164_799) == "Date: Wed, 28 Feb 2024 23:59:59 GMT\r\n")
        #expect(DateField.line(at: 1_709_164_800) == "Date: Thu, 29 Feb 2024 00:00:00 GMT\r\n")
        #expect(DateField.line(at: 4_102_444_799) == "Date: Thu, 31 Dec 2099 23:59:59 GMT\r\n")
    }

    @Test func `the Date field agrees with Foundation on every day of a century`() {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT\r\n'"
        for day in 0..<36_525 {
            let time = Int64(day) * 86_400 + Int64(day % 86_400)
            #expect(DateField.line(at: time) == format.string(from: Date(timeIntervalSince1970: TimeInterval(time))))
        }
    }
}
