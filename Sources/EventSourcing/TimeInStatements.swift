public import SQL

extension Instant: Bindable {
    public static var bindType: BindType { .timestamptz }
    public var bind: Bind { .timestamp(microsecondsSince1970: secondsSince1970 &* 1_000_000) }
}

extension CivilDate: Bindable {
    public static var bindType: BindType { .date }
    public var bind: Bind { .date(daysSince1970: Int32(clamping: daysSince1970)) }
}
