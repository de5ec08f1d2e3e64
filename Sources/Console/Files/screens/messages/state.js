// What the inbox keeps in memory: the open thread, and texts that were not sent yet. Dropped at sign-out.
import { onForget } from '../../core/forget.js'
import { signal } from '../../core/signal.js'

/** The id of the open thread. */
export const openThread = signal(/** @type {string|null} */ (null))

/**
 * Texts that were begun, by thread.
 * @type {Map<string, string>}
 */
export const drafts = new Map()

onForget(() => {
    openThread.set(null)
    drafts.clear()
})
