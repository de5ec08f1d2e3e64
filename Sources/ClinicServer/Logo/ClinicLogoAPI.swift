import Clinic
import Endpoints
import HTTPServer
import Identifiers
import JSON

/// The endpoints for the content of a clinic's logo.
enum ClinicLogoAPI {
    static let endpoints: [Endpoint<ServerAction>] = [set, get]

    private static let set = Endpoint<ServerAction>(
        .put, "/api/v1/clinic/logo", id: "setClinicLogo", summary: "Set the clinic's logo",
        details: """
            The body is the image, a PNG or JPEG file of at most 1 MiB. Everybody can see it, also without signing in. Repeating \
            this changes nothing.
            """,
        tag: "Clinic", for: AdminOnly.self,
        takes: .content(ClinicLogo.MediaType.allCases.map { UploadForm($0.rawValue) }),
        answers: [ProfileAPI.changedSettings], problems: [.clinicNotFounded], idempotency: .accepted
    ) { caller, content throws(Problem) in
        guard let type = ClinicLogo.MediaType(head: Array(content.prefix(FileType.headBytes))) else {
            throw .malformed(body: "", code: "bad_image", detail: "is no PNG or JPEG file")
        }
        return .upload { services, _ in try await services.storeLogo(content, type, of: caller.clinic) }
    }

    private static let get = Endpoint<ServerAction>(
        .get, "/api/v1/public/clinics/{clinic_id}/logo", id: "getClinicLogo", summary: "Show a clinic's logo",
        details: "For everybody, such as a website's visitor or the reader of a mail.", tag: "Clinic", for: .everybody,
        takes: .path("clinic_id", Codec<UUIDBytes>.uuid.described("The clinic's id.")),
        answers: [
            Answer.ok(mediaType: ClinicLogo.MediaType.png.rawValue, "The image")
                .alternatively(ClinicLogo.MediaType.jpeg.rawValue)
        ], caching: .publicETag(maxAge: 300)
    ) { clinic in
        .work { services, call in try await services.logo(of: clinic, call) }
    }
}
