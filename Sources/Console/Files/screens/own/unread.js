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

async function follow() {
    const mine = new AbortController()
    reading = mine
    let tag = ''
    while (users > 0 && !mine.signal.aborted) {
        const before = Date.now()
        try {
            /** @type {Record<string, string>} */
            const headers = tag ? { 'If-None-Match': tag, Prefer: 'wait=25' } : {}
            const response = await fetchRaw('/patient/messages/unread', { headers, signal: mine.signal })
            if (mine.signal.aborted) return
            if (response.ok) {
                tag = response.headers.get('ETag') || ''
                unread.set(await response.json())
            } else if (response.status !== 304) break
        } catch {
            // The network is gone; it is asked again.
        }
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
