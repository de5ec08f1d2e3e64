// The number of unread messages. The server answers a held request when the number may have changed.
import { fetchRaw } from '../../core/api.js'
import { useEffect } from '../../core/dom.js'
import { onForget } from '../../core/session.js'
import { signal, useSignal } from '../../core/signal.js'

const nothing = { messages: 0, threads: 0 }
const unread = signal(nothing)
let users = 0
/** @type {AbortController|null} */
let reading = null
onForget(() => {
    reading?.abort()
    reading = null
    unread.set(nothing)
})

/** A tab that nobody sees holds no connection: browsers open few to one server. */
function seen() {
    return new Promise((done) => {
        if (!document.hidden) return done(undefined)
        document.addEventListener('visibilitychange', () => done(undefined), { once: true })
    })
}

async function follow() {
    const mine = new AbortController()
    reading = mine
    let tag = ''
    while (users > 0 && !mine.signal.aborted) {
        await seen()
        const before = Date.now()
        const held = new AbortController()
        const drop = () => held.abort()
        mine.signal.addEventListener('abort', drop, { once: true })
        document.addEventListener('visibilitychange', drop, { once: true })
        try {
            /** @type {Record<string, string>} */
            const headers = tag ? { 'If-None-Match': tag, Prefer: 'wait=25' } : {}
            const response = await fetchRaw('/patient/messages/unread', { headers, signal: held.signal })
            if (mine.signal.aborted) return
            if (response.ok) {
                tag = response.headers.get('ETag') || ''
                unread.set(await response.json())
            } else if (response.status !== 304) break
        } catch {
            // The network is gone, or the tab is hidden; it is asked again.
        }
        mine.signal.removeEventListener('abort', drop)
        document.removeEventListener('visibilitychange', drop)
        if (Date.now() - before < 3000) await new Promise((done) => setTimeout(done, 4000))
    }
    if (reading === mine) reading = null
}

/** The messages that the caller has not read, of dependants too. @returns {{messages: number, threads: number}} */
export function useUnread() {
    useEffect(() => {
        users++
        if (!reading) follow()
        return () => {
            if (--users === 0) {
                reading?.abort()
                reading = null
            }
        }
    }, [])
    return useSignal(unread)
}
