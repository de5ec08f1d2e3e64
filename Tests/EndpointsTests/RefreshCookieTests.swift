import Endpoints
import Testing

struct RefreshCookieTests {
    private let plain = RefreshCookie(isSecure: false)
    private let secure = RefreshCookie(isSecure: true)

    @Test func `the cookie of a refresh token is hidden from scripts, from other sites and from other paths`() {
        #expect(
            secure.storing("abc", for: 60)
                == "__Secure-chairside-refresh=abc; Path=/api/v1/auth; Max-Age=60; HttpOnly; SameSite=Strict; Secure")
        #expect(
            plain.storing("abc", for: 60)
                == "chairside-refresh=abc; Path=/api/v1/auth; Max-Age=60; HttpOnly; SameSite=Strict")
        #expect(
            secure.deleting
                == "__Secure-chairside-refresh=; Path=/api/v1/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure")
    }

    @Test func `a refresh token is found among other cookies, in one Cookie field or in several`() {
        #expect(plain.token(in: ["a=1; chairside-refresh=abc; b=2"]) == "abc")
        #expect(plain.token(in: ["a=1", "chairside-refresh=abc", "b=2"]) == "abc")
        #expect(plain.token(in: ["chairside-refresh=abc;chairside-refresh=abc"]) == "abc")
        #expect(plain.token(in: ["chairside-refresh=a=b"]) == "a=b")
    }

    @Test func `no refresh token is read from an empty, an ambiguous or another cookie`() {
        for fields in [
            [], ["chairside-refresh="], ["chairside-refresh"], ["xchairside-refresh=abc"],
            ["Chairside-Refresh=abc"], ["a=chairside-refresh=abc"],
            ["chairside-refresh=abc; chairside-refresh=def"], ["chairside-refresh=abc", "chairside-refresh=def"],
            ["__Secure-chairside-refresh=abc"],
        ] {
            #expect(plain.token(in: fields) == nil, "\(fields)")
        }
        // Over HTTPS, a cookie that a server without HTTPS may have set is not read.
        #expect(secure.token(in: ["chairside-refresh=abc"]) == nil)
        #expect(secure.token(in: ["chairside-refresh=abc; __Secure-chairside-refresh=def"]) == "def")
    }
}
