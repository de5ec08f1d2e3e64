// Somebody has signed out without a network: the page is empty, but the browser still has the cookie of the session. The
// server is told to end the session when it can be reached.
import { post, Problem } from './api.js'
import { cookieMode, tokens } from './tokens.js'

const mark = 'chairside-leaving'

/** Ends the session of the cookie later. */
export function leaveLater() {
    localStorage.setItem(mark, '1')
}

/** Somebody has signed in: the cookie belongs to the new session. */
export function doNotLeave() {
    localStorage.removeItem(mark)
}

/** @type {Promise<void>|null} */
let running = null

/** Ends the session of the cookie now, if that was to be done. Signing in waits for it, so that the new cookie stays. */
export function finishLeaving() {
    if (!localStorage.getItem(mark) || tokens.get()) return running
    running ||= leave().finally(() => (running = null))
    return running
}

async function leave() {
    try {
        await post('/auth/logout', undefined, { open: true, headers: cookieMode })
        doNotLeave()
    } catch (error) {
        if (error instanceof Problem && error.status < 500) doNotLeave()
    }
}
