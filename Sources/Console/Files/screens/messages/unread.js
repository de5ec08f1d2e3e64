// The number of unread messages, for the badge. It is asked for gently: once a minute while the page is in sight, and after
// reading or sending.
import { get } from '../../core/api.js'
import { useEffect } from '../../core/dom.js'
import { onForget } from '../../core/forget.js'
import { session } from '../../core/session.js'
import { signal, useSignal } from '../../core/signal.js'

const count = signal(/** @type {{messages: number, threads: number}|null} */ (null))
const interval = 60_000
let users = 0
let last = 0
/** @type {ReturnType<typeof setInterval>|undefined} */
let timer
onForget(() => {
    count.set(null)
    last = 0
})

/**
 * Reads the number now.
 */
export async function askUnread() {
    if (session().state !== 'in' || !['doctor', 'admin', 'receptionist'].includes(session().role)) return
    last = Date.now()
    try {
        count.set(await get('/messages/unread'))
    } catch {
        // The next turn asks again.
    }
}

const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - last > interval - 1000) askUnread()
}

/**
 * The unread messages of the signed-in member of staff; null while not known.
 * @returns {{messages: number, threads: number}|null}
 */
export function useUnread() {
    useEffect(() => {
        if (users++ === 0) {
            timer = setInterval(look, 15_000)
            document.addEventListener('visibilitychange', look)
        }
        look()
        return () => {
            if (--users > 0) return
            clearInterval(timer)
            document.removeEventListener('visibilitychange', look)
        }
    }, [])
    return useSignal(count)
}
