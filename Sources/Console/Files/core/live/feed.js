// A list that the server changes: its event stream, read by fetch so that it carries the session's token; held polls where
// streams do not get through. The tabs of a browser share one stream for each list: the tab that holds the list's lock reads
// the stream and gives each event to the others.
import { address, fetchRaw, Offline, Problem, problemOf } from '../api.js'
import { sessionLocked, tokens, tokensEnded } from '../tokens.js'

/** @typedef {{version?: string, complete?: boolean, items: any[], removed?: string[]}} Change */

/** Seconds that the server may stay silent: it sends a line every 15. */
const silence = 40

/** Seconds until the first byte of a stream, and how long the list is polled after a stream that brought none: some proxies hold streams back. */
const firstByte = 20
const pollingTime = 600

/** A followed list, shared by the components of this tab. */
export class Feed {
    /**
     * @param {string} path
     * @param {(row: any) => string} id
     */
    constructor(path, id) {
        this.path = path
        this.id = id
        /** @type {Map<string, any>} */
        this.rows = new Map()
        this.version = ''
        this.live = false
        /** @type {Date|null} */
        this.cutSince = null
        /** @type {any} */
        this.error = null
        /** @type {Set<(change: Set<string>|null) => void>} */
        this.watchers = new Set()
        this.stop = new AbortController()
        this.loaded = false
        /** Until then streams are not tried. */
        this.pollsUntil = 0
        this.channel = new BroadcastChannel(`chairside-list ${tokens.get()?.session_id} ${path}`)
        this.channel.onmessage = ({ data }) => this.hear(data)
        this.channel.postMessage({ ask: true })
        this.leads = false
        navigator.locks.request(this.channel.name, { signal: this.stop.signal }, () => this.lead()).catch(() => {})
    }

    /** @param {any} data */
    hear(data) {
        if (data.ask && this.leads && this.loaded) {
            this.channel.postMessage({ change: { version: this.version, complete: true, items: [...this.rows.values()] }, live: this.live, cutSince: this.cutSince })
        } else if (data.change && (this.loaded || data.change.complete !== false)) {
            this.take(data.change)
            this.show(data.live ?? true, data.cutSince ?? null, null)
        } else if ('live' in data) this.show(data.live, data.cutSince, null)
    }

    /** @param {Change} change */
    take(change) {
        const touched = new Set()
        if (change.complete !== false) {
            const next = new Map(change.items.map((row) => [this.id(row), row]))
            for (const key of new Set([...this.rows.keys(), ...next.keys()])) {
                // A row that has not changed stays the same object, so that its card is not drawn again.
                const [before, now] = [this.rows.get(key), next.get(key)]
                if (before && now && JSON.stringify(before) === JSON.stringify(now)) next.set(key, before)
                else touched.add(key)
            }
            this.rows = next
        } else {
            for (const row of change.items) {
                this.rows.set(this.id(row), row)
                touched.add(this.id(row))
            }
            for (const key of change.removed || []) if (this.rows.delete(key)) touched.add(key)
        }
        if (change.version) this.version = change.version
        this.loaded = true
        for (const watcher of [...this.watchers]) watcher(/** @type {Set<string>} */ (touched))
    }

    /**
     * @param {boolean} live
     * @param {Date|null} cutSince
     * @param {any} error
     */
    show(live, cutSince, error) {
        this.live = live
        this.cutSince = live ? null : this.cutSince || cutSince
        this.error = error
        for (const watcher of [...this.watchers]) watcher(null)
    }

    async lead() {
        this.leads = true
        let failures = 0
        while (!this.stop.signal.aborted) {
            const before = Date.now()
            try {
                await (before < this.pollsUntil || (failures > 1 && failures % 2 === 0) ? this.poll() : this.stream())
                failures = 0
            } catch (error) {
                if (this.stop.signal.aborted) return
                failures++
                const refusal = error instanceof Problem && [400, 403, 404].includes(error.status)
                this.show(false, new Date(before), error instanceof Offline ? null : error)
                this.channel.postMessage({ live: false, cutSince: this.cutSince })
                if (refusal) return
            }
            if (Date.now() - before < 5000) await this.pause(Math.min(30, 0.5 * 2 ** failures) * (750 + Math.random() * 500))
        }
    }

    /** @param {number} milliseconds */
    pause(milliseconds) {
        return new Promise((done) => {
            const timer = setTimeout(done, milliseconds)
            window.addEventListener('online', () => (clearTimeout(timer), done(undefined)), { once: true, signal: this.stop.signal })
            this.stop.signal.addEventListener('abort', () => (clearTimeout(timer), done(undefined)), { once: true })
        })
    }

    /** @param {Change} change */
    publish(change) {
        this.take(change)
        this.show(true, null, null)
        this.channel.postMessage({ change, live: true })
    }

    async stream() {
        // The whole list comes compressed, as a poll; the stream, which is not, then has changes only.
        if (!this.version) await this.poll()
        const cut = new AbortController()
        const end = () => cut.abort()
        this.stop.signal.addEventListener('abort', end, { once: true })
        let watch = setTimeout(() => {
            this.pollsUntil = Date.now() + pollingTime * 1000
            end()
        }, (this.loaded ? firstByte : firstByte / 4) * 1000)
        try {
            /** @type {Record<string, string>} */
            const headers = { Accept: 'text/event-stream' }
            if (this.version) headers['Last-Event-ID'] = this.version
            const response = await fetchRaw(this.path, { headers, signal: cut.signal })
            if (!response.ok || !response.body) throw await this.refusal(response)
            if (!/event-stream/.test(response.headers.get('Content-Type') || '')) throw new Offline()
            if (this.loaded) {
                this.show(true, null, null)
                this.channel.postMessage({ live: true, cutSince: null })
            }
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
            let rest = ''
            for (;;) {
                const { done, value } = await reader.read()
                if (done) break
                clearTimeout(watch)
                watch = setTimeout(end, silence * 1000)
                const blocks = (rest + value).split('\n\n')
                rest = /** @type {string} */ (blocks.pop())
                for (const block of blocks) if (this.event(block)) return
            }
        } catch (error) {
            if (/** @type {any} */ (error)?.name === 'AbortError' || error instanceof TypeError) throw new Offline()
            throw error
        } finally {
            clearTimeout(watch)
            this.stop.signal.removeEventListener('abort', end)
            cut.abort()
        }
    }

    /**
     * @param {string} block
     * @returns {boolean} whether the server has ended the stream
     */
    event(block) {
        /** @type {Record<string, string>} */
        const fields = {}
        for (const line of block.split('\n')) {
            const colon = line.indexOf(':')
            if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '')
        }
        if (fields.id) this.version = fields.id
        if (fields.event === 'end') {
            const reason = JSON.parse(fields.data || '{}').reason
            if (reason === 'session_locked') sessionLocked()
            if (reason === 'session_ended') tokensEnded()
            if (reason === 'forbidden') throw new Problem(403, { title: 'forbidden', type: 'forbidden' }, new Headers())
            return true
        }
        if (fields.data) this.publish({ ...JSON.parse(fields.data), version: fields.id })
        return false
    }

    async poll() {
        const cut = new AbortController()
        const end = () => cut.abort()
        this.stop.signal.addEventListener('abort', end, { once: true })
        const watch = setTimeout(end, silence * 1000)
        try {
            await this.ask(cut.signal)
        } catch (error) {
            if (/** @type {any} */ (error)?.name === 'AbortError') throw new Offline()
            throw error
        } finally {
            clearTimeout(watch)
            this.stop.signal.removeEventListener('abort', end)
        }
    }

    /** @param {AbortSignal} signal */
    async ask(signal) {
        const since = this.version || '0'
        const path = address(this.path)
        const response = await fetchRaw(`${path}${path.includes('?') ? '&' : '?'}since=${encodeURIComponent(since)}`, {
            headers: { Accept: 'application/json', Prefer: 'wait=25' }, signal,
        })
        if (!response.ok) throw await this.refusal(response)
        this.publish(await response.json())
    }

    /** @param {Response} response */
    async refusal(response) {
        const problem = await problemOf(response)
        if (problem.type === 'session-locked') sessionLocked()
        if (problem.type === 'session-ended' || problem.type === 'unauthenticated') tokensEnded()
        return problem
    }

    end() {
        this.stop.abort()
        this.channel.close()
    }
}
