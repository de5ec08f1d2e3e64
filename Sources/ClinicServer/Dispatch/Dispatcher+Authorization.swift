import Clinic
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identity
import EventStore

/// Checks that a caller may use an endpoint. The endpoint itself checks the caller's role when it decodes the request.
extension Dispatcher {
    /// Checks that this listener serves the caller's role, and counts the request against the caller's rates.
    func authorize(_ authentication: Authentication, _ routed: RoutedRequest) -> Reply {
        guard case .caller(let principal) = authentication else {
            return .now(.problem(authentication.problem ?? .unauthenticated))
        }
        guard access.admits(principal.role) else { return .now(.problem(Problem(.forbidden))) }
        guard isForDoctors(routed.endpoint.operation, not: principal) else { return limitCaller(principal, routed) }
        if let known = treatingFromMemory(principal) { return limitCaller(known, routed) }
        return .later { [self] in
            do { return await limitCaller(try await treating(principal), routed).response() } catch {
                return answerError(error, routed.endpoint.operation, routed.trace)
            }
        }
    }

    /// Counts the request against the caller's rates.
    private func limitCaller(_ principal: Principal, _ routed: RoutedRequest) -> Reply {
        let call = routed.call(by: principal)
        // A held poll is not counted again after its wait, since it was counted when it arrived.
        guard routed.mayWait else { return checkArea(call, by: principal, routed) }
        let notice = services.shared.rates.ofCaller(principal, at: services.loop.now)
        if let notice, notice.isRefusal { return answerRateLimited(notice) }
        return checkArea(call, by: principal, routed).marked(notice)
    }

    /// Checks that the clinic has opened this part of the mobile app to the caller's role.
    private func checkArea(_ call: ServerCall, by principal: Principal, _ routed: RoutedRequest) -> Reply {
        guard let area = routed.areas.area(for: principal) else { return prepareAction(call, routed) }
        switch isOpen(area, to: principal) {
        case true?: return prepareAction(call, routed)
        case false?: return .now(.problem(.areaClosed(area)))
        case nil: break
        }
        return .later { [self] in
            do {
                guard try await services.identity.isOpen(area, to: principal) else {
                    return .problem(.areaClosed(area))
                }
                return await prepareAction(call, routed).response()
            } catch { return answerError(error, call.operation, call.trace) }
        }
    }

    /// Whether the clinic has opened an area of the mobile app to the caller's role; `nil` if the clinic's state is not
    /// in memory.
    private func isOpen(_ area: AppArea, to principal: Principal) -> Bool? {
        services.log.readFromMemory(principal.clinic) { model in
            model[.basics].mobileAccess.areas(of: principal.role).contains(area)
        }
    }
}
