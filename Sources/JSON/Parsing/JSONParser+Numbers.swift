extension JSONParser {
    /// The maximum number of characters of a number in JSON. A longer one is refused: a double has at most 17
    /// significant digits.
    private static var longestNumber: Int { 128 }

    /// Parses a number: exactly if it is an integer that fits 64 bits, else as the nearest double.
    mutating func number(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
        let start = position
        var index = start
        let negative = bytes[index] == UInt8(ascii: "-")
        if negative { index += 1 }
        let firstDigit = index
        var value: Int64 = 0
        var fits = true
        while index < bytes.count, let digit = decimalDigit(bytes[index]) {
            if fits {
                // An integer is computed as a negative number digit by digit, so that the least Int64 fits.
                let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow) = tens.subtractingReportingOverflow(Int64(digit))
                (value, fits) = (sum, !tensOverflow && !overflow)
            }
            index += 1
        }
        guard index > firstDigit else {
            throw JSONSyntaxError(index < bytes.count ? .invalidNumber : .unexpectedEnd, at: index)
        }
        guard index == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
            throw JSONSyntaxError(.invalidNumber, at: firstDigit)
        }
        var isInteger = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isInteger = false
            index = try digitsEnd(bytes, index + 1)
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            index = try digitsEnd(bytes, index)
        }
        guard index - start <= Self.longestNumber else { throw JSONSyntaxError(.invalidNumber, at: start) }
        position = index
        if !negative, value == .min { fits = false }
        if isInteger, fits {
            append(.integer())
            append(Token(UInt64(bitPattern: negative ? value : -value)))
        } else {
            append(.double())
            append(Token(try double(bytes, start, index).bitPattern))
        }
    }

    /// Returns the index after a number's decimal digits that begin at `start`. There must be at least one digit.
    private func digitsEnd(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
        var index = start
        while index < bytes.count, decimalDigit(bytes[index]) != nil { index += 1 }
        guard index > start else {
            throw JSONSyntaxError(index < bytes.count ? .invalidNumber : .unexpectedEnd, at: index)
        }
        return index
    }

    private func double(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONSyntaxError) -> Double {
        if let value = simpleDouble(bytes, start, end) { return value }
        var text: [UInt8] = []
        for index in start..<end { text.append(bytes[index]) }
        guard let value = Double(String(decoding: text, as: UTF8.self)) else {
            throw JSONSyntaxError(.invalidNumber, at: start)
        }
        guard value.isFinite else { throw JSONSyntaxError(.numberOutOfRange, at: start) }
        return value
    }

    /// The value of a number that is written as a plain decimal fraction whose digits and whose power of ten are exact
    /// as doubles, so that one division gives the nearest double (Clinger's fast path); `nil` for other numbers.
    private func simpleDouble(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Double? {
        guard end - start <= 17 else { return nil }
        let negative = bytes[start] == UInt8(ascii: "-")
        var digits: UInt64 = 0
        var divisor = 1.0
        var isFraction = false
        for index in (negative ? start + 1 : start)..<end {
            if let digit = decimalDigit(bytes[index]) {
                digits = digits * 10 + UInt64(digit)
                if isFraction { divisor *= 10 }
            } else if bytes[index] == UInt8(ascii: ".") {
                isFraction = true
            } else {
                return nil
            }
        }
        guard digits <= 1 << 53 else { return nil }
        return (negative ? -1 : 1) * Double(digits) / divisor
    }

    @inline(__always)
    private func decimalDigit(_ byte: UInt8) -> UInt8? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }
}
