// Commands of the person at the screen: they survive a lost network and a reload, and the last ones can be taken back.
import { del, Offline, patch, post, Problem, put, SessionLeft } from './api.js'
import { onForget, timesForgotten } from './forget.js'
import { onSignOut, session, watchSession } from './session.js'
import { signal } from './signal.js'
import { change, countSignOut, currentOwner, kept, setOwner, signOuts } from './steps/queue.js'
import { dropFromMemory, removeOld, survivesReload, wipeSealed } from './steps/sealed.js'
import { isPassing, onOutcome, sendSoon, sendWaiting, timeLimit } from './steps/sender.js'

export { kept as keptSteps, sendWaiting, survivesReload }

/**
 * One request to the server.
 * @typedef {{method: 'POST'|'PUT'|'PATCH'|'DELETE', path: string, body?: any, ifMatch?: string}} Call
 * What can be said of a step: `title` for people, in the past tense or as a noun; `subject`: the id of what it changes,
 * such as a visit; `expects`: members that the subject has after it, which the screen shows until the answer is here.
 * @typedef {{title: string, subject?: string, expects?: any}} Told
 */

/** Steps that were sent and have no answer yet. */
export const sentSteps = signal(/** @type {(import('./steps/queue.js').Waiting)[]} */ ([]))
/** Documents of answers, by subject, until the lists have caught up. */
export const answered = signal(/** @type {Map<string, any>} */ (new Map()))

/**
 * Where a step began.
 * @typedef {{owner: string, forgotten: number, signOuts: number}} Beginning
 */
/** @typedef {{key: string, title: string, at: number, undo: (Call & Told)[], until: number}} Taken */
/** @type {ReturnType<typeof signal<Taken[]>>} */
const taken = signal(/** @type {Taken[]} */ ([]))
/** The last step, if it can be taken back. */
export const lastStep = signal(/** @type {Taken|null} */ (null))
taken.watch(() => lastStep.set(taken.get()[taken.get().length - 1] || null))

onForget(() => {
    taken.set([])
    sentSteps.set([])
    answered.set(new Map())
    setOwner('')
    dropFromMemory()
})
// The steps of a person wait for the same person, in the same clinic and role.
watchSession(() => {
    const { state, me } = session()
    const owner = state === 'in' && me ? [me.id, me.clinic_id, me.role].join(' ') : ''
    if (owner === currentOwner()) return
    removeOld()
    setOwner(owner).then(sendWaiting)
})
// A step that is under way when the person signs out is not kept afterwards.
onSignOut(() => {
    countSignOut()
    return wipeSealed(currentOwner())
})
window.addEventListener('beforeunload', (event) => {
    if (!survivesReload() && kept.get().waiting.length) event.preventDefault()
})
onOutcome((step, document) => learn(step.subject, document), (keys) => taken.set(taken.get().filter((one) => !keys.has(one.key))))

/** @param {string|undefined} subject @param {any} document */
function learn(subject, document) {
    if (!subject || document?.id !== subject) return
    answered.set(new Map(answered.get()).set(subject, document))
    // By then the live lists have it, or a later state.
    setTimeout(() => {
        if (answered.get().get(subject) !== document) return
        const rest = new Map(answered.get())
        rest.delete(subject)
        answered.set(rest)
    }, 15_000)
}

/** Requests about one subject follow each other. @type {Map<string, Promise<any>>} */
const turns = new Map()

/** @param {string|undefined} subject @param {() => Promise<any>} run */
function inTurn(subject, run) {
    if (!subject) return run()
    const turn = (turns.get(subject) || Promise.resolve()).then(run, run)
    turns.set(subject, turn)
    const over = () => turns.get(subject) === turn && turns.delete(subject)
    turn.then(over, over)
    return turn
}

/**
 * Takes a step. It is sent at once; if no answer comes, it waits, sealed, and is sent when the server can be reached.
 * Steps behind a waiting one wait too, so that they happen in their order.
 * @param {Call & Told & {undo?: (Call & Told) | (Call & Told)[], undoMinutes?: number}} command
 * @returns {Promise<any>} the answer, or `{queued: true}`
 * @throws {Problem} the server's refusal
 */
export function step({ undo, undoMinutes, ...command }) {
    /** @type {import('./steps/queue.js').Waiting} */
    const entry = { ...command, key: crypto.randomUUID(), at: Date.now(), tried: false }
    const from = { owner: currentOwner(), forgotten: timesForgotten(), signOuts: signOuts() }
    sentSteps.set([...sentSteps.get(), entry])
    const outcome = inTurn(entry.subject, async () => {
        try {
            const answer = await sendOrKeep(entry, from)
            if (undo && from.forgotten === timesForgotten()) remember(entry, [undo].flat(), undoMinutes)
            return answer
        } finally {
            sentSteps.set(sentSteps.get().filter((one) => one.key !== entry.key))
        }
    })
    // The page was locked or left meanwhile: nobody may read what the step was.
    const unlessLeft = (/** @type {() => any} */ run) => (from.forgotten === timesForgotten() ? run() : new Promise(() => {}))
    return outcome.then((answer) => unlessLeft(() => answer), (error) => unlessLeft(() => Promise.reject(error)))
}

/** @param {import('./steps/queue.js').Waiting} entry @param {Beginning} from whose step it is, even if the page locks meanwhile */
async function sendOrKeep(entry, from) {
    // A step that waited for its turn is never sent by the person who came after.
    if (currentOwner() !== from.owner || kept.get().waiting.length || navigator.onLine === false) return keep(entry, from)
    try {
        const answer = await send(entry)
        if (from.forgotten === timesForgotten()) learn(entry.subject, answer)
        return answer
    } catch (error) {
        if (!isPassing(error) && !(error instanceof SessionLeft)) throw error
        entry.tried = true
        return keep(entry, from)
    }
}

/** @param {import('./steps/queue.js').Waiting} entry */
function send({ method, path, body, key, ifMatch }) {
    // A click just before the page closes still arrives.
    const options = { key, ifMatch, signal: timeLimit(), keepalive: true, settles: true }
    if (method === 'DELETE') return del(path, options)
    return { POST: post, PUT: put, PATCH: patch }[method](path, body, options)
}

/** @param {import('./steps/queue.js').Waiting} entry @param {Beginning} from */
async function keep(entry, { owner, signOuts: before }) {
    if (!owner || before !== signOuts()) throw new Offline()
    await change((before) => ({ ...before, waiting: [...before.waiting, entry] }), owner)
    sendSoon()
    return { queued: true }
}

/** @param {import('./steps/queue.js').Waiting} entry @param {(Call & Told)[]} undo @param {number} [minutes] */
function remember(entry, undo, minutes = 24 * 60) {
    const until = entry.at + minutes * 60_000
    taken.set([...taken.get().slice(-19), { key: entry.key, title: entry.title, at: entry.at, undo, until }])
}

/**
 * Takes the last step back, or the one that is named. A step that waits and was never sent is dropped.
 * @param {string} [key]
 * @returns {Promise<Taken|null>} what was taken back; null if there is nothing
 * @throws {Problem} if the server refuses
 */
export async function undoLast(key) {
    const last = taken.get().filter((one) => one.until > Date.now() && (!key || one.key === key)).pop()
    if (!last) return null
    taken.set(taken.get().filter((one) => one !== last))
    if (!(await dropWaiting(last.key))) for (const call of last.undo) await step(call)
    return last
}

/** Drops a step that waits and was never sent. @param {string} key @returns {Promise<boolean>} whether it was dropped */
export async function dropWaiting(key) {
    let dropped = false
    await change((before) => {
        const waiting = before.waiting.filter((one) => one.key !== key || one.tried)
        dropped = waiting.length < before.waiting.length
        return dropped ? { ...before, waiting } : before
    })
    return dropped
}

/** Removes refusals from the list. @param {string} [key] of one; absent: of all */
export function dismissRefusals(key) {
    return change((before) => ({ ...before, refused: key ? before.refused.filter((one) => one.key !== key) : [] }))
}

/** A refusal as a problem, for its text. @param {import('./steps/queue.js').Refused} refused */
export function problemOfRefusal({ problem }) {
    return new Problem(problem.status, { ...problem.body, type: problem.type, title: problem.title, detail: problem.detail }, new Headers())
}
