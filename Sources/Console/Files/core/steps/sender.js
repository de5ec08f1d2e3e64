// Sends the steps that wait, as one batch, when the server can be reached again.
import { Offline, post, Problem } from '../api.js'
import { session } from '../session.js'
import { change, currentOwner, kept } from './queue.js'

/** The most commands of a batch (`runBatch`). */
const most = 100
/** Milliseconds after which a request without an answer counts as lost. */
const patience = 12_000

/** A signal that gives a request up, as if the network had gone. */
export function timeLimit(milliseconds = patience) {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new DOMException('no answer', 'TimeoutError')), milliseconds)
    return limit.signal
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer
let failures = 0
/** @type {(step: import('./queue.js').Waiting, document: any) => void} */
let tellAnswer = () => {}
/** @type {(keys: Set<string>) => void} */
let tellRefused = () => {}

/** @param {typeof tellAnswer} answered hears the answer to each step that was done @param {typeof tellRefused} refused hears which steps were not done */
export function onOutcome(answered, refused) {
    tellAnswer = answered
    tellRefused = refused
}

/**
 * Whether a failure says nothing about the step: no answer came, or the server asks to try again. The step has its key,
 * so sending it again has no second effect.
 * @param {any} error
 */
export function isPassing(error) {
    if (error instanceof Offline) return true
    return error instanceof Problem && isPassingAnswer(error.status, error.type)
}

/** @param {number} status @param {string} type */
function isPassingAnswer(status, type) {
    return [429, 502, 503, 504].includes(status) || type === 'contention'
}

/** Tries again soon. @param {number} [seconds] */
export function sendSoon(seconds) {
    clearTimeout(timer)
    const pause = seconds === undefined ? Math.min(20_000, 1000 * 2 ** Math.min(failures, 5)) : seconds * 1000
    timer = setTimeout(sendWaiting, pause)
}

/** Sends what waits. One tab of the browser sends; the others hear what became of the steps. */
export async function sendWaiting() {
    clearTimeout(timer)
    if (!currentOwner() || session().state !== 'in' || !kept.get().waiting.length) return
    await navigator.locks.request('chairside-steps-sending', { ifAvailable: true }, async (lock) => {
        if (!lock) return sendSoon(3)
        while (kept.get().waiting.length && (await sendPart()));
    })
}

/** @returns {Promise<boolean>} whether the next part may be sent now */
async function sendPart() {
    const owner = currentOwner()
    const { waiting } = await change((before) => {
        const length = partLength(before.waiting)
        return { ...before, waiting: before.waiting.map((one, at) => (at < length ? { ...one, tried: true } : one)) }
    })
    const part = waiting.slice(0, partLength(waiting))
    // The steps of one person are never sent in the session of another.
    if (!part.length || owner !== currentOwner()) return false
    let answers
    try {
        answers = (await post('/batch', { commands: part.map(command) }, { signal: timeLimit(4 * patience), settles: true })).answers
        failures = 0
    } catch (error) {
        failures++
        // A session that is locked or has ended keeps its steps: they are sent when the same person is back.
        if (isPassing(error)) sendSoon(error instanceof Problem ? error.retryAfter ?? undefined : undefined)
        else if (error instanceof Problem && error.status !== 401 && error.status !== 403) {
            const answer = answerOf(error)
            await settle(part, part.map(() => answer), owner)
        }
        return false
    }
    return settle(part, answers, owner)
}

/**
 * How many steps are sent at once. `depends_on_previous` joins neighbours only; so a step whose earlier step about the
 * same visit is not its neighbour waits until the outcome of that one is known.
 * @param {import('./queue.js').Waiting[]} waiting
 */
function partLength(waiting) {
    const seen = new Set()
    const at = waiting.findIndex(({ subject }, index) => {
        if (index >= most || (subject && seen.has(subject) && waiting[index - 1].subject !== subject)) return true
        seen.add(subject)
        return false
    })
    return at < 0 ? waiting.length : at
}

/** @param {Problem} error */
function answerOf(error) {
    return { status: error.status, body: { ...error.body, type: error.type, title: error.title } }
}

/**
 * A command of the batch. Steps of one visit that follow on each other depend on each other: a patient whose check-in is
 * refused is not seated.
 * @param {import('./queue.js').Waiting} one @param {number} at @param {import('./queue.js').Waiting[]} list
 */
function command(one, at, list) {
    const before = list[at - 1]
    return {
        method: one.method, path: `/api/v1${one.path}`, idempotency_key: one.key,
        ...(one.ifMatch ? { if_match: one.ifMatch } : {}), ...(one.body === undefined ? {} : { body: one.body }),
        ...(before && one.subject && before.subject === one.subject ? { depends_on_previous: true } : {}),
    }
}

/**
 * Takes the answers: what is done leaves the queue, what is refused goes to the list of refusals, the rest waits on.
 * @param {import('./queue.js').Waiting[]} part @param {any[]} answers @param {string} owner
 * @returns {Promise<boolean>}
 */
async function settle(part, answers, owner) {
    if (owner !== currentOwner()) return false
    const gone = new Set()
    /** @type {import('./queue.js').Refused[]} */
    const refused = []
    let again = false
    let pause
    part.forEach((one, at) => {
        const answer = answers[at]
        const type = String(answer?.body?.type || '').split(':').pop() || ''
        // A command behind one that has to be sent again was left out for that reason only.
        const leftOut = type === 'previous-not-done' && at > 0 && !gone.has(part[at - 1].key)
        if (!answer || leftOut || isPassingAnswer(answer.status, type) || answer.status === 401 || type === 'session-locked') {
            again = true
            pause = Math.max(pause ?? 0, Number(answer?.retry_after) || 0) || undefined
            return
        }
        gone.add(one.key)
        if (answer.status < 400) tellAnswer(one, answer.body)
        else refused.push({ key: one.key, at: one.at, title: one.title, subject: one.subject, problem: { type, title: answer.body?.title || `HTTP ${answer.status}`, detail: answer.body?.detail, status: answer.status, body: answer.body } })
    })
    const lost = new Set(refused.map((one) => one.subject).filter(Boolean))
    await change((before) => {
        const rest = before.waiting.filter((one) => !gone.has(one.key))
        // What was to follow on a refused step about the same visit would take effect on another state of it.
        const left = rest.filter((one) => lost.has(one.subject))
        refused.push(...left.map((one) => ({ key: one.key, at: one.at, title: one.title, subject: one.subject, problem: { type: 'previous-not-done', title: 'The command before this one was not done', status: 409, body: {} } })))
        return { waiting: rest.filter((one) => !lost.has(one.subject)), refused: [...before.refused, ...refused] }
    })
    if (refused.length) tellRefused(new Set(refused.map((one) => one.key)))
    if (again) {
        failures++
        sendSoon(pause)
    }
    return !again
}

window.addEventListener('online', () => sendSoon(0))
document.addEventListener('visibilitychange', () => {
    if (!document.hidden && kept.get().waiting.length) sendSoon(0)
})
