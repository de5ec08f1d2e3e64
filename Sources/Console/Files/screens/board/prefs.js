// How the board looks is kept in the browser; nothing of a patient is.

/** @typedef {{view: 'state'|'chair'|'time', folded: string[]}} Prefs */

const name = 'chairside-board'

/** @returns {Prefs} */
export function keptPrefs() {
    const narrow = window.innerWidth < 760
    try {
        const kept = JSON.parse(localStorage.getItem(name) || '{}')
        return { view: ['state', 'chair', 'time'].includes(kept.view) ? kept.view : narrow ? 'time' : 'state', folded: Array.isArray(kept.folded) ? kept.folded : window.innerWidth < 1700 ? ['done', 'missed'] : ['missed'] }
    } catch {
        return { view: narrow ? 'time' : 'state', folded: ['done', 'missed'] }
    }
}

/** @param {Prefs} prefs @returns {Prefs} */
export function keepPrefs(prefs) {
    try {
        localStorage.setItem(name, JSON.stringify(prefs))
    } catch {
        // A browser that keeps nothing begins with the usual view.
    }
    return prefs
}
