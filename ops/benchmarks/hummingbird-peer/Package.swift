// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "hummingbird-peer",
    platforms: [.macOS(.v14)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0")],
    targets: [
        .executableTarget(name: "Peer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ]
)
