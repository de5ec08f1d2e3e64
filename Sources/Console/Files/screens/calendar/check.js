// What a move would break, before it is sent: by what the calendar shows at once, and by the server's answer a moment later.
import { get } from '../../core/api.js'
import { nameOf, time } from '../../core/format.js'
import { dayLength, intersection, minuteOf, openSpans, rest, workSpans } from './hours.js'
import { blocksOf, movable } from './model.js'
import { say } from './words.js'

/** @typedef {import('./state.js').Finding} Finding @typedef {import('./state.js').Target} Target @typedef {import('../board/model.js').Visit} Visit */
/**
 * What is known of the shown days.
 * @typedef {{visits: Visit[], blocks: any[], days: Map<string, import('./hours.js').Day>, chairs: any[], staff: any[], services: any[]}} Facts
 */

/** @param {Visit} visit @param {number} from @param {number} to in milliseconds @param {boolean} [withBuffers] the time that the chair is taken */
function overlaps({ appointment: a }, from, to, withBuffers) {
    const before = withBuffers ? (a.buffers?.minutes_before || 0) * 60_000 : 0
    const after = withBuffers ? (a.buffers?.minutes_after || 0) * 60_000 : 0
    return Date.parse(a.start) - before < to && Date.parse(a.end) + after > from
}
/** @param {Visit} visit */
const isThere = ({ appointment: a }) => !['completed', 'no_show', 'cancelled', 'entered_in_error'].includes(a.status)
/** @param {Visit[]} visits */
const listed = (visits) => visits.slice(0, 3).map((one) => `${time(one.appointment.start)} ${nameOf(one.patient)}`).join(', ')

/**
 * What the calendar itself knows against a place.
 * @param {Visit} visit @param {Target} target @param {Facts} facts
 * @returns {Finding[]}
 */
export function localFindings({ appointment: a }, target, facts) {
    const { column } = target
    const [from, to] = [Date.parse(target.start), Date.parse(target.end)]
    const doctorId = column.doctorId || a.doctor_id
    const chairId = column.chairId
    const how = movable(a.status)
    const others = facts.visits.filter((one) => one.appointment.id !== a.id && isThere(one))
    const service = facts.services.find((one) => one.id === a.service_id)
    const isGroup = (/** @type {Visit} */ one) => Boolean(a.group_capacity) && one.appointment.service_id === a.service_id && one.appointment.start === target.start && one.appointment.doctor_id === doctorId
    const span = { from: target.minute, to: target.minute + target.minutes }
    const covers = (/** @type {any[]} */ spans) => !intersection(rest(spans, dayLength(column.day)), [span]).length
    /** @type {Finding[]} */
    const out = []
    const add = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {boolean} */ hard = false, /** @type {Visit[]|undefined} */ visits = undefined) => out.push({ kind, text, hard, visits })
    if (!how) add('status', say('notMovable'), true)
    if (how === 'day' && column.day !== a.date) add('status', say('stayOnDay'), true)
    if (how === 'any' && from < Date.now() && target.start !== a.start) add('past', say('past'), true)
    if (service?.doctors && !service.doctors.includes(doctorId)) add('service', say('doctorNotOffers', { service: a.service_name }), true)
    const chair = chairId && facts.chairs.find((one) => one.id === chairId)
    const lacks = chair ? (service?.needs || []).filter((/** @type {string} */ need) => !(chair.equipment || []).includes(need)) : []
    if (lacks.length) add('equipment', say('lacks', { things: lacks.join(', ') }), true)
    const patients = others.filter((one) => one.appointment.patient_id === a.patient_id && overlaps(one, from, to))
    if (patients.length) add('patient_busy', say('patientBusy', { visits: listed(patients) }), true, patients)
    const day = facts.days.get(column.day)
    if (day && !covers(openSpans(day))) add('closed', day.closure ? say('closedFor', { reason: day.closure }) : say('clinicClosed'))
    else if (day && !covers(workSpans(day, doctorId))) add('doctor_away', say('doctorAway', { name: nameIn(facts, doctorId, a) }))
    const blocked = blocksOf(facts.blocks, column).filter((one) => minuteOf(column.day, one.start) < span.to && minuteOf(column.day, one.end) > span.from)
    if (blocked.length) add('blocked', say('blocked', { what: blocked.map((one) => one.title || say(one.kind)).join(', ') }))
    const doctors = others.filter((one) => one.appointment.doctor_id === doctorId && !one.appointment.segments && !a.segments && overlaps(one, from, to) && !isGroup(one))
    if (doctors.length) add('doctor_busy', say('doctorBusy', { name: nameIn(facts, doctorId, a), visits: listed(doctors) }), false, doctors)
    const buffers = service?.buffers
    const inChair = chairId ? others.filter((one) => one.appointment.chair_id === chairId && overlaps(one, from - (buffers?.minutes_before || 0) * 60_000, to + (buffers?.minutes_after || 0) * 60_000, true) && !isGroup(one)) : []
    if (inChair.length) add('chair_busy', say('chairBusy', { name: column.label || chair?.name || '', visits: listed(inChair) }), false, inChair)
    return out
}

/** @param {Facts} facts @param {string} doctorId @param {any} a */
const nameIn = (facts, doctorId, a) => facts.staff.find((one) => one.id === doctorId)?.name || (a.doctor_id === doctorId ? a.doctor_name : '')

/**
 * What the server says against a place. The visit itself is no obstacle.
 * @param {Visit} visit @param {Target} target @param {Facts} facts @param {AbortSignal} [signal]
 * @returns {Promise<Finding|null>}
 */
export async function serverFinding({ appointment: a }, target, facts, signal) {
    const doctorId = target.column.doctorId || a.doctor_id
    const answer = await get('/slots/why', { service_id: a.service_id, start: target.start, doctor_id: doctorId, patient_id: a.patient_id, hygienist_id: a.hygienist_id }, { signal })
    const found = answer.doctors.find((/** @type {any} */ one) => one.doctor_id === doctorId)
    if (!found?.reason) return null
    // Visits that have begun may still change their room or doctor.
    if (['past', 'too_soon'].includes(found.reason) && (movable(a.status) === 'day' || Date.parse(target.start) === Date.parse(a.start))) return null
    const lies = Date.parse(a.start) < Date.parse(target.end) && Date.parse(a.end) > Date.parse(target.start)
    const rivals = (found.appointment_ids || []).filter((/** @type {string} */ id) => id !== a.id)
    // A place that the visit itself takes is free for it.
    if (lies && (['patient_busy', 'no_chair'].includes(found.reason) || (['doctor_busy', 'hygienist_busy'].includes(found.reason) && !rivals.length))) return null
    const visits = facts.visits.filter((one) => rivals.includes(one.appointment.id))
    return { kind: found.reason, hard: hard.has(found.reason), visits, text: reasonText(found.reason, found.doctor_name, visits) }
}

/** Reasons that no override breaks. */
export const hard = new Set(['patient_busy', 'off_grid', 'past', 'too_soon', 'too_far_ahead', 'status', 'service', 'equipment'])

/** @param {string} reason @param {string} doctor @param {Visit[]} [visits] */
export function reasonText(reason, doctor, visits = []) {
    const list = visits.length ? `: ${listed(visits)}` : ''
    return say(/** @type {any} */ (`why_${reason}`), { name: doctor }) + list
}

/** Findings without those that say the same. @param {Finding[]} local @param {Finding|null} server */
export function together(local, server) {
    if (!server) return local
    const same = { outside_hours: ['closed', 'doctor_away', 'blocked'], closed: ['closed'], doctor_away: ['doctor_away'], no_chair: ['chair_busy'] }[server.kind] || [server.kind]
    return local.some((one) => same.includes(one.kind)) ? local : [...local, server]
}
