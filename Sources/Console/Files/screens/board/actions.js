// The steps that the desk takes, with what the board shows until the answer is here and what takes them back.
import { Problem } from '../../core/api.js'
import { nameOf, time, today } from '../../core/format.js'
import { go } from '../../core/router.js'
import { onForget, session } from '../../core/session.js'
import { lastStep, step, undoLast } from '../../core/steps.js'
import { problemText, statusText, toast } from '../../core/ui.js'
import { noShowFrom, possible, stepKeys, steps } from './model.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Visit} Visit */
/** @typedef {import('./model.js').StepName} StepName */

/** @type {Record<string, any>} */
const doneWords = { approve: 'approved', checkIn: 'checkedIn', checkInEarly: 'checkedInEarly', confirm: 'confirmed', start: 'started', finish: 'finished', complete: 'completed', noShow: 'noShown', cancel: 'cancelled' }

const scheduling = () => session().clinic?.scheduling || {}
export const undoMinutes = () => (session().role === 'admin' ? 24 * 60 : scheduling().desk?.undo_minutes || 15)
/** Whether the role may break rules of booking. */
export const mayOverride = () => (scheduling().desk?.override_roles || ['admin']).includes(session().role)
export const noShowAfter = () => scheduling().no_show_after_minutes ?? 15

/** The patient's name inside a text, isolated so that its direction does not change the text. @param {Visit} visit */
export const nameIn = (visit) => `\u2068${nameOf(visit.patient) || say('unknown')}\u2069`

/** The steps that are possible now. @param {Visit} visit */
export function stepsOf(visit) {
    const now = Date.now()
    // Many cards ask in the same moment; the day is looked up once.
    if (now - asked.at > 1000) asked = { at: now, today: today() }
    return possible(visit, { role: session().role, today: asked.today, now, noShowAfter: noShowAfter() })
}
let asked = { at: 0, today: '' }

/** @param {Visit} visit @param {string} title what is taken back */
function undoOf({ appointment }, title) {
    return {
        title: say('undoTitle', { title }), method: /** @type {'POST'} */ ('POST'), path: `/appointments/${appointment.id}/undo`, body: { reason: say('undoReason') },
        subject: appointment.id, expects: { status: appointment.status },
    }
}

/** What tells of a step, until it is taken back. @type {Map<string, () => void>} */
const told = new Map()
onForget(() => told.clear())

/** Says that a step is taken, and offers to take it back. @param {string} title @param {any} answer */
export function tell(title, answer) {
    const key = lastStep.get()?.key || ''
    told.set(key, toast(answer?.queued ? say('queued', { title }) : title, { action: { label: say('undo'), run: () => takeBack(key) } }))
}

/** Takes the last step back, or the named one, and says which it was. @param {string} [key] */
export async function takeBack(key) {
    try {
        const last = await undoLast(key)
        if (last) told.get(last.key)?.()
        toast(last ? say('undone', { title: last.title }) : say('nothingToUndo'))
    } catch (error) {
        toast(problemText(error), { tone: 'bad' })
    }
}

/**
 * Takes a step of a visit. A refusal is told.
 * @param {StepName} name @param {Visit} visit @param {any} [body]
 * @returns {Promise<boolean>} whether it is done or waits
 */
export async function take(name, visit, body = steps[name].body) {
    const { path, to } = steps[name]
    const title = say(doneWords[name], { name: nameIn(visit) })
    try {
        tell(title, await step({
            title, method: 'POST', path: `/appointments/${visit.appointment.id}/${path}`, body, subject: visit.appointment.id, expects: { status: to },
            undo: undoOf(visit, title), undoMinutes: undoMinutes(),
        }))
        return true
    } catch (error) {
        tellRefusal(name, visit, error)
        return false
    }
}

/**
 * Says why a step was refused. What may be done all the same is offered.
 * @param {StepName} name @param {Visit} visit @param {unknown} error
 */
function tellRefusal(name, visit, error) {
    const body = error instanceof Problem ? error.body : {}
    const anyway = (/** @type {any} */ more) => ({ label: say('doAnyway'), run: () => take(name, visit, { ...steps[name].body, ...more }) })
    let text = problemText(error)
    let action
    if (isProblem(error, 'appointment-status')) text = say('raced', { status: statusText(body.appointment_status) })
    if (isProblem(error, 'too-soon-for-no-show')) text = say('noShowFrom', { time: time(body.from) })
    if (isProblem(error, 'visit-under-way')) action = anyway({ allow_second_visit: true })
    if (isProblem(error, 'slot-taken') && name === 'checkIn' && mayOverride()) action = anyway({ override: { reason: say('overrideReason') } })
    toast(`${nameIn(visit)}: ${text}`, { tone: 'bad', action, seconds: 12 })
}

/**
 * Seats a patient, in another chair if one is named.
 * @param {Visit} visit @param {{id: string, name: string}} chair @param {{second?: boolean, override?: string}} how
 * @throws {Problem} `visit-under-way`, `slot-taken` …
 */
export async function seat(visit, chair, { second, override } = {}) {
    const { appointment: a } = visit
    const title = say('seatedIn', { name: nameIn(visit), chair: chair.name })
    const undo = [undoOf(visit, title)]
    if (chair.id !== a.chair_id) {
        const moved = say('chairChanged', { name: nameIn(visit), chair: chair.name })
        await step({
            title: moved, method: 'POST', path: `/appointments/${a.id}/reassign`, subject: a.id, expects: { chair_id: chair.id, chair_name: chair.name },
            body: { chair_id: chair.id, reason: say('overrideReason'), ...(override ? { override: { reason: override } } : {}) },
        })
        undo.push({ ...undo[0], title: moved, path: `/appointments/${a.id}/reassign`, body: /** @type {any} */ ({ chair_id: a.chair_id, reason: say('undoReason'), ...(override ? { override: { reason: override } } : {}) }), expects: /** @type {any} */ ({ chair_id: a.chair_id, chair_name: a.chair_name }) })
    }
    tell(title, await step({
        title, method: 'POST', path: `/appointments/${a.id}/seat`, subject: a.id, expects: { status: 'seated' }, body: second ? { allow_second_visit: true } : {},
        undo, undoMinutes: undoMinutes(),
    }))
}

/** Takes the last step of one visit back. @param {Visit} visit */
export async function takeBackOf(visit) {
    const title = say('undoTitle', { title: nameIn(visit) })
    try {
        const { appointment: a } = visit
        const answer = await step({ title, method: 'POST', path: `/appointments/${a.id}/undo`, body: { reason: say('undoReason') }, subject: a.id })
        toast(answer?.queued ? say('queued', { title }) : say('undone', { title: nameIn(visit) }))
    } catch (error) {
        toast(problemText(error), { tone: 'bad' })
    }
}

/**
 * The entries of a visit's menu.
 * @param {Visit} visit @param {{run: (name: string, visit: Visit) => any, open: (id: string) => void}} board
 * @returns {any[]}
 */
export function menuOf(visit, { run, open }) {
    const { appointment: a } = visit
    const names = stepsOf(visit)
    const isDesk = session().role !== 'doctor'
    const mayMiss = isDesk && ['booked', 'confirmed'].includes(a.status) && !names.includes('noShow')
    const from = noShowFrom(a, noShowAfter())
    return [
        ...names.map((name) => ({ label: say(name), keys: stepKeys[name], danger: name === 'noShow' || name === 'cancel', run: () => run(name, visit) })),
        mayMiss && a.date === today() && { label: say('noShowFrom', { time: time(from) }), disabled: true, run: () => {} },
        isDesk && !['requested', 'booked'].includes(a.status) && { label: say('undoStep'), run: () => takeBackOf(visit) },
        { label: say('details'), keys: 'Enter', run: () => open(a.id) },
        { label: say('openPatient'), run: () => go('patients', { patientId: a.patient_id }) },
        { label: say('openCalendar'), run: () => go('calendar', { appointmentId: a.id, date: a.date }) },
        isDesk && ['ready_for_checkout', 'completed'].includes(a.status) && { label: say('checkOut'), run: () => go('money', { patientId: a.patient_id, ...(visit.not_invoiced ? { newInvoice: true, appointmentId: a.id } : {}) }) },
    ]
}

/** @param {unknown} error @param {string} type */
export const isProblem = (error, type) => error instanceof Problem && error.type === type
