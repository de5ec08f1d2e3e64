import ClinicTestSupport
import Foundation

/// The endpoints of the medication app, and what they send and receive.
extension MedicationApp {
    struct Endpoint {
        enum HTTPMethod: String { case get = "GET", post = "POST" }

        let path: String
        var method = HTTPMethod.get
        var headers: [String: String] = [:]
        /// The JSON of the request's body.
        var body: String?
    }

    enum APIEndpoint {
        case login(email: String, password: String)
        case register(email: String, password: String, name: String)
        case refreshToken
        case logout
        case syncPush(blobs: [SyncBlobDTO])
        case syncPull(sinceVersion: Int64, deviceId: UUID)
        case searchDrugs(query: String, page: Int = 1, pageSize: Int = 20)
        case getDrug(id: UUID)
        case getCatalogBundle
        case getStudiesCatalog
        case getStudyUpdates(sinceVersion: String)
        /// The report on the device. The document has its members, and names no path.
        case deviceReport(JailbreakTelemetry)

        var endpoint: Endpoint {
            get throws {
                switch self {
                case .login(let email, let password):
                    return try .post("/v1/auth/login", LoginRequest(email: email, password: password))
                case .register(let email, let password, let name):
                    return try .post("/v1/auth/register", RegisterRequest(email: email, password: password, name: name))
                case .refreshToken: return Endpoint(path: "/v1/auth/refresh", method: .post)
                case .logout: return Endpoint(path: "/v1/auth/logout", method: .post)
                case .syncPush(let blobs): return try .post("/v1/sync/push", PushRequest(blobs: blobs))
                case .syncPull(let version, let device):
                    return Endpoint(path: "/v1/sync/pull?since_version=\(version)&device_id=\(device)")
                case .searchDrugs(let query, let page, let pageSize):
                    // The app encodes the text for the query of a URL, which leaves a plus sign as it is.
                    let encoded = query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? query
                    return Endpoint(
                        path: "/v1/catalog/drugs?q=\(encoded)&page=\(page)&page_size=\(pageSize)",
                        headers: ["X-Privacy-Consent": "accepted"])
                case .getDrug(let id): return Endpoint(path: "/v1/catalog/drugs/\(id)")
                case .getCatalogBundle: return Endpoint(path: "/v1/catalog/bundle")
                case .getStudiesCatalog: return Endpoint(path: "/v1/catalog/studies")
                case .getStudyUpdates(let version):
                    return Endpoint(path: "/v1/catalog/studies/updates?since_version=\(version)")
                case .deviceReport(let report): return try .post("/api/v1/device-reports", report)
                }
            }
        }
    }

    struct LoginRequest: Encodable {
        let email: String
        let password: String
    }

    struct RegisterRequest: Encodable {
        let email: String
        let password: String
        let name: String
    }

    struct PushRequest: Encodable {
        let blobs: [SyncBlobDTO]
    }

    struct SyncBlobDTO: Codable {
        let entityId: UUID
        let entityType: String
        let encryptedBlob: Data
        let clientVersion: Int64
        let isDeleted: Bool

        enum CodingKeys: String, CodingKey {
            case entityId = "entity_id"
            case entityType = "entity_type"
            case encryptedBlob = "encrypted_blob"
            case clientVersion = "client_version"
            case isDeleted = "is_deleted"
        }
    }

    struct PullResponse: Decodable {
        let blobs: [SyncBlobDTO]
        let serverVersion: Int64
        let hasMore: Bool

        enum CodingKeys: String, CodingKey {
            case blobs
            case serverVersion = "server_version"
            case hasMore = "has_more"
        }
    }

    struct PushResponse: Decodable {
        struct AcceptedBlob: Decodable {
            let entityId: UUID
            let newVersion: Int64

            enum CodingKeys: String, CodingKey {
                case entityId = "entity_id"
                case newVersion = "new_version"
            }
        }

        struct RejectedBlob: Decodable {
            let entityId: UUID
            let reason: String
            let serverVersion: Int64

            enum CodingKeys: String, CodingKey {
                case entityId = "entity_id"
                case reason
                case serverVersion = "server_version"
            }
        }

        let accepted: [AcceptedBlob]
        let rejected: [RejectedBlob]
        let serverVersion: Int64

        enum CodingKeys: String, CodingKey {
            case accepted, rejected
            case serverVersion = "server_version"
        }
    }

    struct JailbreakTelemetry: Codable {
        let result: String
        let action: String
        let timestamp: Date
        let osVersion: String
        let deviceModel: String
    }

    struct Drug: Decodable {
        let id: UUID
        let name: String
    }

    struct DrugPage: Decodable {
        let items: [Drug]
    }

    struct Studies: Decodable {
        struct Study: Decodable {
            let id: UUID
            let name: String
        }

        let version: String
        let items: [Study]
    }

    struct Bundle: Decodable {
        let drugs: [Drug]
    }
}

extension MedicationApp.Endpoint {
    fileprivate static func post(_ path: String, _ body: some Encodable) throws -> MedicationApp.Endpoint {
        MedicationApp.Endpoint(path: path, method: .post, body: try body.encodedByApp)
    }
}
