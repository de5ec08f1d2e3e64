// Commands of the person at the screen, with what takes the last one back.
import { del, Offline, post, put } from './api.js'
import { onForget } from './forget.js'
import { signal } from './signal.js'

/** @typedef {{title: string, method: 'POST'|'PUT'|'DELETE', path: string, body?: any}} Call */

/** The last step, if it can be taken back. */
export const lastStep = signal(/** @type {{title: string, undo: Call} | null} */ (null))
onForget(() => lastStep.set(null))

/**
 * Sends a command.
 * @param {Call & {undo?: Call}} command
 * @returns {Promise<any>} the answer
 */
export async function step({ title, method, path, body, undo }) {
    const key = crypto.randomUUID()
    const send = method === 'DELETE' ? () => del(path, { key }) : method === 'PUT' ? () => put(path, body, { key }) : () => post(path, body, { key })
    let answer
    try {
        answer = await send()
    } catch (error) {
        if (!(error instanceof Offline)) throw error
        answer = await send() // A lost answer: the same key has one effect.
    }
    lastStep.set(undo ? { title, undo } : null)
    return answer
}

/**
 * Takes the last step back.
 * @returns {Promise<boolean>} whether there was one
 */
export async function undoLast() {
    const last = lastStep.get()
    if (!last) return false
    lastStep.set(null)
    await step(last.undo)
    return true
}
