// What the board knows of a day's visits: their columns, their order, and which steps are possible.
import { zonedInstant } from '../../core/format.js'

/**
 * A visit of the day: an entry of `GET /reception/queue`, with what was done here and is not in the list yet.
 * `pending`: `sent` while the answer is awaited, `waits` while the network is gone.
 * @typedef {{appointment: any, patient?: any, balance_due?: any, with_payers?: any, not_invoiced?: boolean, wait?: {since: string, warn_at?: string}|null, alerts?: any[]|null, form_due?: boolean|null, pending?: 'sent'|'waits'}} Visit
 */

/** The columns of the view by state. */
export const states = [
    { id: 'expected', statuses: ['requested', 'booked', 'confirmed'] },
    { id: 'waiting', statuses: ['arrived'] },
    { id: 'seated', statuses: ['seated'] },
    { id: 'treated', statuses: ['in_treatment'] },
    { id: 'leaving', statuses: ['ready_for_checkout'] },
    { id: 'done', statuses: ['completed'] },
    { id: 'missed', statuses: ['no_show'] },
]
const columnOf = new Map(states.flatMap(({ id, statuses }) => statuses.map((status) => [status, id])))

/** @param {Visit} visit */
export const idOf = (visit) => visit.appointment.id
/** @param {Visit} a @param {Visit} b */
export const byTime = (a, b) => (a.appointment.start < b.appointment.start ? -1 : a.appointment.start > b.appointment.start ? 1 : a.appointment.id < b.appointment.id ? -1 : 1)

/** Since when a visit is in its state. @param {Visit} visit @returns {string} */
export function inStateSince({ appointment: { status, times, start } }) {
    return { arrived: times.arrived_at, seated: times.seated_at, in_treatment: times.started_at, ready_for_checkout: times.finished_at, completed: times.completed_at, no_show: times.no_show_at }[/** @type {string} */ (status)] || start
}

/** @param {Visit} a @param {Visit} b */
const byState = (a, b) => (inStateSince(a) < inStateSince(b) ? -1 : inStateSince(a) > inStateSince(b) ? 1 : byTime(a, b))

/**
 * The visits in columns by state: those who wait longest, and the latest of those who are done, come first.
 * @param {Visit[]} visits in the order of their times
 * @returns {Record<string, Visit[]>}
 */
export function inColumns(visits) {
    /** @type {Record<string, Visit[]>} */
    const columns = Object.fromEntries(states.map(({ id }) => [id, []]))
    for (const visit of visits) columns[columnOf.get(visit.appointment.status) || 'expected'].push(visit)
    for (const id of ['waiting', 'seated', 'treated', 'leaving']) columns[id].sort(byState)
    columns.done.sort((a, b) => byState(b, a))
    return columns
}

/**
 * What a filter asks for.
 * @typedef {{text: string, doctor: string, chair: string}} Wanted
 */

/** @param {string} text */
export const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Searched texts of a visit, made once. @type {WeakMap<any, string>} */
const searched = new WeakMap()

/** @param {Visit} visit @param {Wanted} wanted @param {string[]} parts of the text */
function fits(visit, wanted, parts) {
    const { appointment: a, patient } = visit
    if (wanted.doctor && a.doctor_id !== wanted.doctor && a.hygienist_id !== wanted.doctor) return false
    if (wanted.chair && a.chair_id !== wanted.chair) return false
    if (!parts.length) return true
    let text = searched.get(visit)
    if (text === undefined) searched.set(visit, (text = plain([patient?.name, patient?.phone, patient?.phone?.replace(/\D/g, ''), a.service_name, a.doctor_name, a.hygienist_name, a.chair_name, a.reason].filter(Boolean).join(' '))))
    return parts.every((part) => /** @type {string} */ (text).includes(part))
}

/** @param {Visit[]} visits @param {Wanted} wanted */
export function filtered(visits, wanted) {
    const parts = plain(wanted.text).split(/\s+/).filter(Boolean)
    if (!parts.length && !wanted.doctor && !wanted.chair) return visits
    return visits.filter((visit) => fits(visit, wanted, parts))
}

/** @param {string} status */
export const isUnderWay = (status) => status === 'seated' || status === 'in_treatment'

/** Who sits in each chair. @param {Visit[]} visits @returns {Map<string, Visit>} by the chair's id */
export function occupied(visits) {
    return new Map(visits.filter(({ appointment }) => isUnderWay(appointment.status)).map((visit) => [visit.appointment.chair_id, visit]))
}

/**
 * Whom to call next: of those who wait for a chair that is free, the one who waits longest.
 * @param {Visit[]} visits
 * @returns {Visit|undefined}
 */
export function nextToCall(visits) {
    const taken = occupied(visits)
    return inColumns(visits).waiting.find(({ appointment, pending }) => !taken.has(appointment.chair_id) && !pending)
}

/** @typedef {'approve'|'confirm'|'checkIn'|'checkInEarly'|'noShow'|'seat'|'start'|'finish'|'complete'|'cancel'} StepName */

/** The key of each step. @type {Record<string, string>} */
export const stepKeys = { approve: 'a', confirm: 'o', checkIn: 'c', checkInEarly: 'c', noShow: 'x', seat: 's', start: 'b', finish: 'f', complete: 'e' }

/** @type {Record<StepName, {path: string, to: string, from: string[], roles?: string[], body?: any}>} */
export const steps = {
    approve: { path: 'approve', to: 'booked', from: ['requested'] },
    checkIn: { path: 'check-in', to: 'arrived', from: ['requested', 'booked', 'confirmed', 'no_show'] },
    checkInEarly: { path: 'check-in', to: 'arrived', from: ['requested', 'booked', 'confirmed'], body: { early: true } },
    confirm: { path: 'confirm', to: 'confirmed', from: ['requested', 'booked'] },
    seat: { path: 'seat', to: 'seated', from: ['arrived'] },
    start: { path: 'start', to: 'in_treatment', from: ['booked', 'confirmed', 'arrived', 'seated'], roles: ['admin'] },
    finish: { path: 'finish', to: 'ready_for_checkout', from: ['in_treatment'], roles: ['admin'] },
    complete: { path: 'complete', to: 'completed', from: ['in_treatment', 'ready_for_checkout'] },
    noShow: { path: 'no-show', to: 'no_show', from: ['booked', 'confirmed'] },
    cancel: { path: 'cancel', to: 'cancelled', from: ['requested', 'booked', 'confirmed', 'arrived', 'seated'] },
}

/**
 * The steps that a visit's status and day permit, the likeliest first.
 * @param {Visit} visit @param {{role: string, today: string, now: number, noShowAfter: number}} at
 * @returns {StepName[]}
 */
export function possible({ appointment }, { role, today, now, noShowAfter }) {
    if (role === 'doctor') return []
    return /** @type {StepName[]} */ (Object.keys(steps)).filter((name) => {
        const step = steps[name]
        if (!step.from.includes(appointment.status) || (step.roles && !step.roles.includes(role))) return false
        if (name === 'checkIn') return appointment.date === today || (appointment.date < today && appointment.status !== 'no_show')
        if (name === 'checkInEarly') return appointment.date > today
        if (name === 'start') return appointment.date <= today
        if (name === 'noShow') return now >= noShowFrom(appointment, noShowAfter)
        return true
    })
}

/** From when on a visit can be marked as missed. @param {any} appointment @param {number} minutes */
export const noShowFrom = (appointment, minutes) => Date.parse(appointment.start) + minutes * 60_000

/** The step that a card offers as a button. @param {StepName[]} names */
export const likeliest = (names) => names.find((name) => ['approve', 'checkIn', 'seat', 'start', 'finish', 'complete'].includes(name))

/** The start of the next full hour or the last one, for the marks of the view by time. @param {string} day @param {number} hour */
export const hourOf = (day, hour) => zonedInstant(day, `${String(hour).padStart(2, '0')}:00`)

/**
 * A visit with what was done here: answers that are younger than the list, and steps that have no answer yet.
 * @param {any} row @param {Map<string, any>} answered @param {any[]} sent @param {any[]} waiting
 * @returns {Visit}
 */
export function withSteps(row, answered, sent, waiting) {
    const id = row.appointment.id
    let appointment = row.appointment
    const answer = answered.get(id)
    if (answer && answer.version > appointment.version) appointment = answer
    /** @type {'sent'|'waits'|undefined} */
    let pending
    for (const [list, mark] of /** @type {[any[], 'sent'|'waits'][]} */ ([[waiting, 'waits'], [sent, 'sent']])) {
        for (const step of list) {
            if (step.subject !== id) continue
            pending = pending || mark
            if (step.expects) appointment = expected(appointment, step)
        }
    }
    if (appointment === row.appointment && !pending) return row
    const wait = row.appointment.status === appointment.status ? row.wait : ['arrived', 'seated', 'ready_for_checkout'].includes(appointment.status) ? { since: inStateSince({ appointment }) } : null
    return { ...row, appointment, wait, pending }
}

/** @type {Record<string, string>} */
const timeOf = { arrived: 'arrived_at', seated: 'seated_at', in_treatment: 'started_at', ready_for_checkout: 'finished_at', completed: 'completed_at', no_show: 'no_show_at', confirmed: 'confirmed_at' }

/** @param {any} appointment @param {any} step */
function expected(appointment, step) {
    const at = timeOf[step.expects.status]
    const times = at && !appointment.times[at] ? { ...appointment.times, [at]: new Date(step.at).toISOString() } : appointment.times
    return { ...appointment, ...step.expects, times }
}
