// How the calendar looks is kept in the browser; nothing of a patient is.

/** @typedef {{mode: 'chair'|'doctor'|'week', scale: 'small'|'medium'|'large', list: boolean, who: {kind: string, id: string}|null}} Prefs */
const name = 'chairside-calendar'

/** @returns {Prefs} */
export function keptPrefs() {
    let kept = /** @type {any} */ ({})
    try {
        kept = JSON.parse(localStorage.getItem(name) || '{}')
    } catch {
        // A browser that keeps nothing begins with the usual view.
    }
    return { mode: ['chair', 'doctor', 'week'].includes(kept.mode) ? kept.mode : 'chair', scale: ['small', 'medium', 'large'].includes(kept.scale) ? kept.scale : 'medium', list: typeof kept.list === 'boolean' ? kept.list : window.innerWidth < 560, who: kept.who?.id ? kept.who : null }
}
/** @param {Prefs} prefs @returns {Prefs} */
export function keepPrefs(prefs) {
    try {
        localStorage.setItem(name, JSON.stringify(prefs))
    } catch {
        // It is kept for this page only.
    }
    return prefs
}
