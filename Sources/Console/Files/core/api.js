// Requests to the server's API. The access token is in this module's memory only (core/tokens.js renews it).
import { onForget, timesForgotten } from './forget.js'
import { accessToken, renew, sessionLocked, tokens, tokensEnded } from './tokens.js'

const root = '/api/v1'

/** A refusal of the server: a problem document (RFC 9457). */
export class Problem extends Error {
    /**
     * @param {number} status
     * @param {any} body
     * @param {Headers} headers
     */
    constructor(status, body, headers) {
        super(body?.title || `HTTP ${status}`)
        this.status = status
        /**
         * The whole document.
         * @type {any}
         */
        this.body = body || {}
        /**
         * The last part of the type, for example `slot-taken`.
         * @type {string}
         */
        this.type = String(this.body.type || '').split(':').pop() || `http-${status}`
        /** @type {string} */
        this.title = this.body.title || this.message
        /** @type {string|undefined} */
        this.detail = this.body.detail
        /**
         * Seconds, if the server named them.
         * @type {number|null}
         */
        this.retryAfter = Number(headers.get('Retry-After')) || null
    }
}

/** No answer came: the network or the server is gone. */
export class Offline extends Error {
    constructor() {
        super('offline')
    }
}

/** The session in which the request began is over, or its page was locked. The request is not sent in another session. */
export class SessionLeft extends Error {
    constructor() {
        super('session left')
    }
}

/**
 * @typedef {{key?: string, ifMatch?: string, signal?: AbortSignal, query?: Query, headers?: Record<string, string>, open?: boolean, keepalive?: boolean, settles?: boolean}} Options
 * `key`: the Idempotency-Key (default: a fresh one); `open`: the request needs no session; `keepalive`: the request goes on if the page closes;
 * `settles`: the caller hears the outcome also if the session was left meanwhile. Without it nobody does: a late answer must
 * not reach the next person.
 * @typedef {Record<string, string | number | boolean | null | undefined | (string | number)[]>} Query
 */

/**
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query || {})) {
        if (value === undefined || value === null || value === '') continue
        if (Array.isArray(value)) search.append(name, value.join(','))
        else search.append(name, String(value))
    }
    const text = search.toString()
    return (path.startsWith('/api/') ? path : root + path) + (text ? `?${text}` : '')
}

/**
 * Sends a request with the session's token, and once more with a new token if the server says that it has expired.
 * A request belongs to the session in which it began.
 * @param {string} path
 * @param {RequestInit & {open?: boolean, settles?: boolean}} [init]
 * @returns {Promise<Response>}
 * @throws {SessionLeft}
 */
export async function fetchRaw(path, init = {}) {
    const { open, settles, ...rest } = init
    const began = tokens.get()?.session_id
    const forgotten = timesForgotten()
    const stay = () => {
        if (!open && tokens.get()?.session_id !== began) throw new SessionLeft()
    }
    const send = async () => {
        const headers = new Headers(rest.headers)
        const token = open ? null : await accessToken()
        stay()
        if (token) headers.set('Authorization', `Bearer ${token}`)
        try {
            return { token, response: await fetch(address(path), { ...rest, headers, cache: 'no-store' }) }
        } catch (error) {
            if (/** @type {any} */ (error)?.name === 'AbortError') throw error
            throw new Offline()
        }
    }
    let { token, response } = await send()
    if (response.status === 401 && token && (await renew(token))) {
        stay()
        response = (await send()).response
    }
    if (!open && !settles && forgotten !== timesForgotten()) throw new SessionLeft()
    return response
}

/** @param {Response} response */
export async function problemOf(response) {
    let body = null
    try {
        body = await response.json()
    } catch {
        // A proxy answers with something else than a problem document.
    }
    return new Problem(response.status, body, response.headers)
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {Options} options
 */
async function request(method, path, body, options) {
    const forgotten = timesForgotten()
    const never = () => new Promise(() => {})
    const isLeft = () => !options.open && !options.settles && forgotten !== timesForgotten()
    try {
        const answer = await exchange(method, path, body, options)
        return isLeft() ? never() : answer
    } catch (error) {
        if (isLeft() || (error instanceof SessionLeft && !options.settles)) return never()
        throw error
    }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {Options} options
 */
async function exchange(method, path, body, options) {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json', ...options.headers }
    if (method !== 'GET' && !options.open) headers['Idempotency-Key'] = options.key || crypto.randomUUID()
    if (options.ifMatch) headers['If-Match'] = options.ifMatch
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const began = tokens.get()?.session_id
    const response = await fetchRaw(address(path, options.query), {
        method, headers, signal: options.signal, open: options.open, settles: options.settles, keepalive: options.keepalive,
        body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) {
        const problem = await problemOf(response)
        // An answer to the person before does not lock or end the session of the next.
        if (!options.open && tokens.get()?.session_id === began) {
            if (problem.type === 'session-locked') sessionLocked()
            if (problem.type === 'session-ended' || problem.type === 'unauthenticated') tokensEnded()
        }
        throw problem
    }
    if (response.status === 204 || response.status === 304) return { response, value: null }
    const text = await response.text()
    return { response, value: text ? JSON.parse(text) : null }
}

/**
 * @param {string} path
 * @param {Query} [query]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function get(path, query, options = {}) {
    return (await request('GET', path, undefined, { ...options, query })).value
}

/**
 * A document with its entity tag, for `ifMatch`.
 * @param {string} path
 * @param {Query} [query]
 * @returns {Promise<{value: any, etag: string|null}>}
 */
export async function getTagged(path, query) {
    const { response, value } = await request('GET', path, undefined, { query })
    return { value, etag: response.headers.get('ETag') }
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function post(path, body, options = {}) {
    return (await request('POST', path, body, options)).value
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function put(path, body, options = {}) {
    return (await request('PUT', path, body, options)).value
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function patch(path, body, options = {}) {
    return (await request('PATCH', path, body, options)).value
}

/**
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function del(path, options = {}) {
    return (await request('DELETE', path, undefined, options)).value
}

/**
 * All entries of a list, page after page.
 * @param {string} path
 * @param {Query} [query]
 * @param {{limit?: number}} options the most entries (default 2000)
 * @returns {Promise<any[]>}
 */
export async function all(path, query, { limit = 2000 } = {}) {
    /** @type {any[]} */
    const items = []
    let cursor
    do {
        const page = await get(path, { ...query, cursor })
        items.push(...page.items)
        cursor = page.next_cursor
    } while (cursor && items.length < limit)
    return items
}

/**
 * Opens an address in another tab, once it is known.
 * @param {() => Promise<{path: string}>} link
 */
export async function openTab(link) {
    // The tab opens within the click, since browsers refuse tabs that open later.
    const tab = window.open('', '_blank')
    // If the page locks before the address is here, nothing is shown.
    const stop = onForget(() => tab?.close())
    try {
        const { path } = await link()
        if (tab) {
            tab.opener = null
            tab.location.href = path
        } else location.assign(path)
    } catch (error) {
        tab?.close()
        throw error
    } finally {
        stop()
    }
}

/**
 * Opens a PDF in another tab, by an address that the server signs for five minutes.
 * @param {string} path for example `/invoices/ID/pdf`
 */
export function openDocument(path) {
    return openTab(() => post('/document-links', { path: address(path) }))
}

/**
 * Saves a file on the person's machine.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveAs(blob, name) {
    const url = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
