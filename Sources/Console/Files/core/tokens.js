// The tokens of the session. The access token is in the memory of each tab. The refresh token is in a cookie that no
// script can read; the server takes it only with the header field `Chairside-Tokens`. The tabs of a browser share one
// renewal: a lock of the browser lets one tab renew, which gives the new token to the others.
import { signal } from './signal.js'

/** @typedef {{access_token: string, expires_at: string, session_id: string, account_id: string, role: string, clinic_id?: string, has_pin: boolean, locked: boolean, other_memberships: any[], name?: string}} Tokens */

/** Milliseconds for a renewal; the server gives the same answer again for 30 seconds. */
const patience = 12_000

/** Says that this browser may have a session, so that nobody is asked for a cookie that was never set. */
const mark = 'chairside-session'
export function mayHaveSession() {
    return localStorage.getItem(mark) !== null
}

/** The header field with which the server keeps the refresh token in a cookie. */
export const cookieMode = { 'Chairside-Tokens': 'cookie' }

/**
 * The session's tokens, or null.
 * @type {ReturnType<typeof signal<Tokens|null>>}
 */
export const tokens = signal(/** @type {Tokens|null} */ (null))

/**
 * What the tabs tell each other.
 * @type {BroadcastChannel}
 */
const channel = new BroadcastChannel('chairside-session')

/** @type {{ended: () => void, locked: () => void, changed: (tokens: Tokens) => void, active: () => void, unlocked: () => void}} */
let told = { ended() {}, locked() {}, changed() {}, active() {}, unlocked() {} }

/**
 * Names what is to be done when the session ends, locks or changes, here or in another tab.
 * @param {Partial<typeof told>} listeners
 */
export function onSession(listeners) {
    told = { ...told, ...listeners }
}

channel.onmessage = ({ data }) => {
    if (data.tokens) {
        const before = tokens.get()
        tokens.set(data.tokens)
        if (before?.session_id !== data.tokens.session_id) told.changed(data.tokens)
    } else if (data.ended) {
        tokens.set(null)
        told.ended()
    } else if (data.locked) told.locked()
    else if (data.unlocked) told.unlocked()
    else if (data.active) told.active()
}

/**
 * Keeps the tokens of an answer and gives them to the other tabs.
 * @param {Tokens} next
 */
export function keep(next) {
    localStorage.setItem(mark, '1')
    tokens.set(next)
    channel.postMessage({ tokens: next })
}

/**
 * Tells the other tabs.
 * @param {{ended?: true, locked?: true, unlocked?: true, active?: true}} news
 */
export function tell(news) {
    channel.postMessage(news)
}

/** The server has said that the session is over. */
export function tokensEnded() {
    localStorage.removeItem(mark)
    if (!tokens.get()) return
    tokens.set(null)
    tell({ ended: true })
    told.ended()
}

/** The server has said that the session is locked. */
export function sessionLocked() {
    tell({ locked: true })
    told.locked()
}

/**
 * The access token; renewed before it expires.
 * @returns {Promise<string|null>}
 */
export async function accessToken() {
    const now = tokens.get()
    if (!now) return null
    if (Date.parse(now.expires_at) - Date.now() < 15_000) await renew(now.access_token)
    return tokens.get()?.access_token ?? null
}

/**
 * Renews the tokens by the cookie, unless another tab has done so since.
 * @param {string|null} [used] the access token that the server refused
 * @returns {Promise<boolean|null>} whether there is a session; null if the server did not say
 */
export function renew(used = null) {
    return navigator.locks.request('chairside-renewal', async () => {
        if (used && tokens.get() && tokens.get()?.access_token !== used) return true
        let response
        // Other tabs wait for the lock, so a connection that has died must not hold it.
        const limit = new AbortController()
        const timer = setTimeout(() => limit.abort(), patience)
        try {
            // Without a body: the server would look for the refresh token in it.
            response = await fetch('/api/v1/auth/refresh', { method: 'POST', headers: cookieMode, cache: 'no-store', signal: limit.signal })
        } catch {
            return null // The network is gone. The session may still be there.
        } finally {
            clearTimeout(timer)
        }
        if (response.ok) {
            const before = tokens.get()
            const next = await response.json()
            keep(next)
            // Another tab has signed somebody else in, and this one has not heard of it yet.
            if (before && before.session_id !== next.session_id) told.changed(next)
            return true
        }
        if (response.status === 401 || response.status === 400) tokensEnded()
        return response.status === 429 || response.status >= 500 ? null : false
    })
}
