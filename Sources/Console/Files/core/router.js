// The screen is in the address, as `#/board`. Ids and names of patients never are: what one screen gives to the next
// stays in memory.
import { onForget } from './forget.js'
import { signal, useSignal } from './signal.js'

/** @returns {{screen: string, sub: string}} */
function read() {
    const [, screen = '', sub = ''] = location.hash.split('/')
    try {
        return { screen: decodeURIComponent(screen), sub: decodeURIComponent(sub) }
    } catch {
        return { screen: '', sub: '' } // An address that somebody has cut off, such as `#/%`.
    }
}

const route = signal(read())
const handed = signal(/** @type {{screen: string, state: any} | null} */ (null))
window.addEventListener('hashchange', () => route.set(read()))
onForget(() => handed.set(null))

/** @returns {{screen: string, sub: string}} */
export function useRoute() {
    return useSignal(route)
}

/**
 * Shows a screen.
 * @param {string} screen such as `board` or `money/payments`
 * @param {any} [state] what the screen needs to know, in memory only
 */
export function go(screen, state) {
    handed.set(state === undefined ? null : { screen: screen.split('/')[0], state })
    if (location.hash === `#/${screen}`) route.set(read())
    else location.hash = `#/${screen}`
}

/**
 * What the last `go` gave to this screen.
 * @returns {any}
 */
export function useHandedOver() {
    const found = useSignal(handed)
    const { screen } = useSignal(route)
    return found?.screen === screen ? found.state : undefined
}
