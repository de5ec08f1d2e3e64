// The steps that wait, shared by the tabs of the browser: each change reads what is sealed, and writes it again, under a
// lock; the other tabs hear of it.
import { signal } from '../signal.js'
import { readSealed, writeSealed } from './sealed.js'

/**
 * A step that waits. `tried`: it may have arrived at the server although no answer came.
 * @typedef {{key: string, at: number, title: string, method: 'POST'|'PUT'|'PATCH'|'DELETE', path: string, body?: any, ifMatch?: string, subject?: string, expects?: any, tried: boolean}} Waiting
 * A step that the server refused after it had waited.
 * @typedef {{key: string, at: number, title: string, subject?: string, problem: {type: string, title: string, detail?: string, status: number, body: any}}} Refused
 * @typedef {{waiting: Waiting[], refused: Refused[]}} Kept
 */

/** @type {Kept} */
const nothing = { waiting: [], refused: [] }

/** What waits and what was refused, of the person who is signed in. */
export const kept = signal(nothing)

let owner = ''
const channel = new BroadcastChannel('chairside-steps')
channel.onmessage = ({ data }) => {
    if (data.signedOut) leavings++
    else if (data.owner === owner) read()
}

let leavings = 0
/** How often somebody has signed out by choice, in this tab or another: steps that began before are not kept any more. */
export function signOuts() {
    return leavings
}
/** Counts a sign-out, in all tabs. */
export function countSignOut() {
    leavings++
    channel.postMessage({ signedOut: true })
}

/** Whose steps these are; an empty text for nobody. @param {string} next */
export async function setOwner(next) {
    owner = next
    kept.set(nothing)
    if (next) await read()
}

/** @returns {string} */
export function currentOwner() {
    return owner
}

async function read() {
    const mine = owner
    const found = await readSealed(mine)
    if (mine === owner) kept.set(found || nothing)
}

/**
 * Changes what is kept.
 * @param {(before: Kept) => Kept} edit @param {string} [mine] whose steps; absent: of the person who is signed in
 * @returns {Promise<Kept>}
 */
export function change(edit, mine = owner) {
    return navigator.locks.request('chairside-steps-kept', async () => {
        const before = (await readSealed(mine)) || nothing
        const after = edit(before)
        if (after !== before) {
            await writeSealed(mine, after.waiting.length || after.refused.length ? after : null)
            channel.postMessage({ owner: mine })
        }
        if (mine === owner) kept.set(after)
        return after
    })
}
