// The patient on the screen, and those looked at before. Both are in memory only and are dropped at sign-out.
import { onForget } from '../../core/forget.js'
import { signal } from '../../core/signal.js'

/** @typedef {{id: string, given_name?: string, family_name?: string, name?: string, birth_date?: string|null, phone?: string|null}} Known */

/** The patient on the screen, with what is known before the record is read. */
export const open = signal(/** @type {{known: Known, tab?: string} | null} */ (null))

/** Patients of this session, the latest first. */
export const recent = signal(/** @type {Known[]} */ ([]))

/** What another screen handed over last. @type {any} */
let handedBefore = null

/**
 * Whether a hand-over of another screen has not been seen yet: coming back to this screen does not repeat it.
 * @param {any} handed
 */
export function isNewlyHanded(handed) {
    if (!handed || handed === handedBefore) return false
    handedBefore = handed
    return true
}

onForget(() => {
    handedBefore = null
    open.set(null)
    recent.set([])
})

/**
 * Shows a patient.
 * @param {Known} known
 * @param {string} [tab]
 */
export function showPatient(known, tab) {
    open.set({ known, tab })
}

/**
 * Keeps a patient whose record was read among the recent ones.
 * @param {Known} patient
 */
export function remember({ id, given_name, family_name, birth_date, phone }) {
    const kept = { id, given_name, family_name, birth_date, phone }
    recent.set([kept, ...recent.get().filter((one) => one.id !== id)].slice(0, 15))
}

/**
 * Drops a record that is no longer a patient of its own.
 * @param {string} id
 */
export function forgetPatient(id) {
    recent.set(recent.get().filter((one) => one.id !== id))
}
