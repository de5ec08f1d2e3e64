import Foundation
import TemporaryFiles

/// The slots of a hash table, in the pages of a temporary file. A bounded number of pages is kept in memory.
final class SpillPages {
    private struct Page {
        var bytes: [UInt8]
        var isChanged = false

        mutating func put(_ slot: SpillSlot, at index: UInt64) {
            slot.write(to: &bytes, at: Int(index % slotsInPage) * SpillSlot.length)
            isChanged = true
        }
    }

    private let file: TemporaryFile
    private let most: Int
    private var pages: [UInt64: Page] = [:]

    private static let pageLength = 4_096
    private static let slotsInPage = UInt64(pageLength / SpillSlot.length)

    /// - Parameter most: the maximum number of pages of the temporary file in memory, of 4 KB each.
    init(_ file: TemporaryFile, most: Int) {
        self.file = file
        self.most = max(1, most)
    }

    func slot(at index: UInt64) throws -> SpillSlot {
        let page = try load(index / Self.slotsInPage)
        return SpillSlot(page, at: Int(index % Self.slotsInPage) * SpillSlot.length)
    }

    func put(_ slot: SpillSlot, at index: UInt64) throws {
        let number = index / Self.slotsInPage
        _ = try load(number)
        pages[number]?.put(slot, at: index)
    }

    private func load(_ number: UInt64) throws -> [UInt8] {
        if let page = pages[number] { return page.bytes }
        if pages.count >= most { try writeBack() }
        var bytes = [UInt8](try file.read(Self.pageLength, at: number * UInt64(Self.pageLength)))
        // A page of the hash table that was never written consists of zeros, so all its slots are free.
        bytes.append(contentsOf: repeatElement(0, count: Self.pageLength - bytes.count))
        pages[number] = Page(bytes: bytes)
        return bytes
    }

    private func writeBack() throws {
        for (number, page) in pages.filter(\.value.isChanged).sorted(by: { $0.key < $1.key }) {
            try file.write(Data(page.bytes), at: number * UInt64(Self.pageLength))
        }
        pages.removeAll(keepingCapacity: true)
    }
}
