/// A strength as RxNorm writes it: a number, a unit, and perhaps the unit that contains it, such as `25 MG/ML`.
enum RxNormStrength {
    /// Reads a drug's strength as RxNorm writes it. The result is `nil` if the strength has a unit that the catalogue
    /// does not know, or more decimals than the catalogue keeps.
    static func read(_ text: String) -> (quantity: Quantity, per: Quantity?)? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let number = Decimal(parts[0]) else { return nil }
        let units = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard let unit = unit(units[0]), units.count <= 2 else { return nil }
        switch units.count == 2 ? String(units[1]) : "" {
        case "", "ACTUAT":
            return number.thousandths.map { (Quantity(thousandths: $0, unit: unit), nil) }
        case "ML": return number.inPart(unit, of: .ml)
        // RxNorm writes the strength of a cream as milligrams of the ingredient in one milligram of the cream. The
        // catalogue has the milligrams in one gram.
        case "MG": return number.times(1_000)?.inPart(unit, of: .g)
        default: return nil
        }
    }

    private static func unit(_ text: Substring) -> DosageUnit? {
        switch text {
        case "MG": .mg
        case "ML": .ml
        case "UNT": .units
        default: nil
        }
    }

    /// The number of a drug's strength without rounding: `digits` divided by ten to the power of `decimals`.
    private struct Decimal {
        let digits: Int64
        let decimals: Int

        init?(_ text: Substring) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, text.utf8.count <= 15, let digits = Int64(parts.joined()), digits > 0,
                text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
            else { return nil }
            self.init(digits: digits, decimals: parts.count == 2 ? parts[1].utf8.count : 0)
        }

        init(digits: Int64, decimals: Int) {
            var (digits, decimals) = (digits, decimals)
            while decimals > 0, digits.isMultiple(of: 10) { (digits, decimals) = (digits / 10, decimals - 1) }
            self.digits = digits
            self.decimals = decimals
        }

        func times(_ factor: Int64) -> Decimal? {
            let (product, overflows) = digits.multipliedReportingOverflow(by: factor)
            return overflows ? nil : Decimal(digits: product, decimals: decimals)
        }

        /// The number of a drug's strength in thousandths; `nil` if it has more than three decimals or is too large for
        /// the catalogue.
        var thousandths: Int64? {
            guard decimals <= 3 else { return nil }
            let factor = [1_000, 100, 10, 1][decimals]
            let (value, overflows) = digits.multipliedReportingOverflow(by: Int64(factor))
            return overflows || value > 1_000_000_000_000 ? nil : value
        }

        /// A drug's strength as the quantity of the ingredient in one `unit` of the preparation, such as 1 ml. If the
        /// quantity has more than three decimals, it is given for 10, 100 or 1,000 units instead.
        func inPart(_ own: DosageUnit, of unit: DosageUnit) -> (quantity: Quantity, per: Quantity?)? {
            for multiple: Int64 in [1, 10, 100, 1_000] {
                if let value = times(multiple)?.thousandths {
                    return (
                        Quantity(thousandths: value, unit: own), Quantity(thousandths: multiple * 1_000, unit: unit)
                    )
                }
            }
            return nil
        }
    }
}
