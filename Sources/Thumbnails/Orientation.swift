/// The way in which a stored image is turned or mirrored when it is shown: the Exif tag 0x0112 (CIPA DC-008 §4.6.5).
struct Orientation: Hashable {
    /// The Exif orientation of a stored image, a number from 1 to 8. An image with orientation 1 is shown as it is
    /// stored.
    let number: Int

    init(number: Int) { self.number = (1...8).contains(number) ? number : 1 }

    /// Whether the shown image is as wide as the stored image is high.
    var exchangesSides: Bool { number >= 5 }

    /// The position in the stored image of the pixel that is shown at `x` and `y`. `width` and `height` are the size of
    /// the stored image.
    func source(ofX x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch number {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
    }
}

extension Orientation {
    /// Reads the orientation of a JPEG image from its Exif segment. The orientation is 1 if the image has no such
    /// segment, or a damaged one.
    init(ofJPEG image: [UInt8]) {
        let mark = Array("Exif\0\0".utf8)
        var at = 2
        // Each segment of a JPEG image begins with 0xff, its type, and its length (ITU-T T.81 B.1.1.4).
        while at + 4 <= image.count, image[at] == 0xff, image[at + 1] != 0xda {
            let end = at + 2 + Int(image[at + 2]) << 8 + Int(image[at + 3])
            guard end >= at + 4, end <= image.count else { break }
            if image[at + 1] == 0xe1, image[(at + 4)..<end].starts(with: mark) {
                self.init(ofExif: image[(at + 4 + mark.count)..<end])
                return
            }
            at = end
        }
        self.init(number: 1)
    }

    /// Reads the orientation from Exif data, which have the form of a TIFF file (TIFF 6.0 §2).
    private init(ofExif exif: ArraySlice<UInt8>) {
        let isLittle = exif.starts(with: [0x49, 0x49])
        func number(_ offset: Int, bytes: Int) -> Int? {
            guard offset >= 0, bytes <= exif.count, offset <= exif.count - bytes else { return nil }
            let digits = exif[(exif.startIndex + offset)..<(exif.startIndex + offset + bytes)]
            return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, bytes: 4), let count = number(directory, bytes: 2) else {
            self.init(number: 1)
            return
        }
        for entry in 0..<count where number(directory + 2 + entry * 12, bytes: 2) == 0x0112 {
            self.init(number: number(directory + 2 + entry * 12 + 8, bytes: 2) ?? 1)
            return
        }
        self.init(number: 1)
    }
}
