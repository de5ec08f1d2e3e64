// Where steps wait that could not be sent.
//
// They lie in IndexedDB, encrypted by AES-GCM with a key that the browser made and gives to no script. The reasons:
// - Memory alone would lose them with a reload, and a step that the desk has seen as taken must not get lost.
// - `sessionStorage` ends with the tab. A desk that closes the browser in a power cut would lose the check-ins. It
//   belongs to one tab as well, while the tabs of a desk share the steps, so that they are sent in their order.
// - The title of a step names the patient, so that a refusal can be read, and a body may hold a reason. Neither may be
//   readable in the browser's storage. Who copies the whole profile of the browser has the key too; therefore the steps
//   are erased when the person signs out, and a day after they were written.
// - Signing out removes the key with the steps. What the browser has not yet erased from its files is unreadable then.
// If the browser has no IndexedDB (some private windows), the steps are in memory, and closing the page warns.

const database = 'chairside-steps'
const table = 'sealed'
const dayInMilliseconds = 86_400_000

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
    })
}

/** @type {Promise<IDBDatabase>|null} */
let opening = null
function open() {
    opening ||= (async () => {
        const request = indexedDB.open(database, 1)
        request.onupgradeneeded = () => request.result.createObjectStore(table)
        const opened = await done(request)
        opened.onclose = () => (opening = null)
        return opened
    })()
    opening.catch(() => (opening = null))
    return opening
}

/** @param {IDBTransactionMode} mode */
async function records(mode) {
    return (await open()).transaction(table, mode).objectStore(table)
}

/** The key of this browser; made when it is needed first. @returns {Promise<CryptoKey>} */
async function ownKey() {
    const kept = await done((await records('readonly')).get('key'))
    if (kept) return kept
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await done((await records('readwrite')).put(made, 'key'))
    return made
}

/** What is kept in memory where the browser stores nothing. @type {Map<string, any>} */
const inMemory = new Map()
let stores = true

/** Whether a reload keeps what is written. */
export function survivesReload() {
    return stores
}

/**
 * Reads what was written for an owner. What cannot be decrypted, or is older than a day, counts as nothing.
 * @param {string} owner
 * @returns {Promise<any>} null if there is nothing
 */
export async function readSealed(owner) {
    if (!stores) return inMemory.get(owner) ?? null
    try {
        const kept = await done((await records('readonly')).get(`steps ${owner}`))
        if (!kept || Date.now() - kept.at > dayInMilliseconds) return null
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, await ownKey(), kept.data)
        return JSON.parse(new TextDecoder().decode(plain))
    } catch (error) {
        if (/** @type {any} */ (error)?.name !== 'OperationError') stores = false
        return inMemory.get(owner) ?? null
    }
}

/** @param {string} owner @param {any} value null removes what was written */
export async function writeSealed(owner, value) {
    if (value === null) inMemory.delete(owner)
    else inMemory.set(owner, value)
    if (!stores) return
    try {
        if (value === null) {
            await done((await records('readwrite')).delete(`steps ${owner}`))
            return
        }
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await ownKey(), new TextEncoder().encode(JSON.stringify(value)))
        await done((await records('readwrite')).put({ iv, data, at: Date.now() }, `steps ${owner}`))
    } catch {
        stores = false
    }
}

/** Drops what this tab has in memory. */
export function dropFromMemory() {
    if (stores) inMemory.clear()
}

/** Removes the steps of an owner, and the key if nobody else's steps are left. @param {string} owner */
export async function wipeSealed(owner) {
    inMemory.delete(owner)
    if (!stores) return
    try {
        const store = await records('readwrite')
        await done(store.delete(`steps ${owner}`))
        const left = await done(store.getAllKeys())
        if (left.every((name) => name === 'key')) await done(store.clear())
    } catch {
        stores = false
    }
}

/** Removes what is older than a day, whoever wrote it. */
export async function removeOld() {
    if (!stores) return
    try {
        const store = await records('readwrite')
        const names = await done(store.getAllKeys())
        for (const name of names) {
            if (name === 'key') continue
            const kept = await done(store.get(name))
            if (Date.now() - kept.at > dayInMilliseconds) await done(store.delete(name))
        }
    } catch {
        stores = false
    }
}
