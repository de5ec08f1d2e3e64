// The steps that the calendar takes: moving a visit, blocks, and taking steps back.
import { dayOf, nameOf, time, weekday } from '../../core/format.js'
import { session } from '../../core/session.js'
import { lastStep, step, undoLast } from '../../core/steps.js'
import { problemText, toast } from '../../core/ui.js'
import { say } from './words.js'

/** @typedef {import('../board/model.js').Visit} Visit */

const scheduling = () => session().clinic?.scheduling || {}
/** Whether the role may break rules of booking. */
export const mayOverride = () => (scheduling().desk?.override_roles || ['receptionist', 'admin']).includes(session().role)
export const gridMinutes = () => scheduling().offer_minutes || 15

/** The patient's name inside a text, isolated so that its direction does not change the text. @param {Visit} visit */
export const nameIn = (visit) => `\u2068${nameOf(visit.patient) || say('unknown')}\u2069`
/** @param {string} start */
export const whenText = (start) => `${weekday(dayOf(start))} ${time(start)}`

/** Takes the last step back, and says which it was. */
export async function takeBack() {
    if (!lastStep.get()) return toast(say('nothingToUndo'))
    try {
        const last = await undoLast()
        toast(last ? say('undone', { title: last.title }) : say('nothingToUndo'))
    } catch (error) {
        toast(problemText(error), { tone: 'bad' })
    }
}

/** @param {string} title @param {any} answer */
function tell(title, answer) {
    toast(answer?.queued ? say('queued', { title }) : title, { action: { label: say('undo'), run: takeBack } })
}

/**
 * Where a visit goes; what is absent stays as it is.
 * @typedef {{start: string, end?: string, doctorId?: string, doctorName?: string, chairId?: string, chairName?: string}} Place
 */

/**
 * Moves a visit. Its time is changed by rescheduling while the patient is still expected; chairs and doctors alone, and
 * visits of patients who are here, by reassigning, which keeps the status.
 * @param {Visit} visit @param {Place} place @param {string} [override] the reason for breaking rules
 * @throws {import('../../core/api.js').Problem} `slot-taken` …
 */
export async function move(visit, place, override) {
    const { appointment: a } = visit
    const isExpected = ['requested', 'booked', 'confirmed'].includes(a.status)
    const sameTime = Date.parse(a.start) === Date.parse(place.start)
    const reschedules = isExpected && !sameTime
    const path = `/appointments/${a.id}/${reschedules ? 'reschedule' : 'reassign'}`
    const doctor = place.doctorId && place.doctorId !== a.doctor_id ? { doctor_id: place.doctorId } : {}
    const chair = place.chairId && (place.chairId !== a.chair_id || reschedules) ? { chair_id: place.chairId } : {}
    const length = Date.parse(a.end) - Date.parse(a.start)
    const end = place.end || new Date(Date.parse(place.start) + length).toISOString()
    const title = say('moved', { name: nameIn(visit), where: [sameTime ? '' : whenText(place.start), chair.chair_id && chair.chair_id !== a.chair_id ? place.chairName : '', doctor.doctor_id ? place.doctorName : ''].filter(Boolean).join(', ') })
    const why = override || a.override ? { override: { reason: override || a.override?.reason || say('undoReason') } } : {}
    /** @type {any[]} */
    const undo = [{ title: say('undoTitle', { title }), method: 'POST', path, subject: a.id, body: { ...(reschedules || !sameTime ? { start: a.start } : {}), doctor_id: a.doctor_id, chair_id: a.chair_id, reason: say('undoReason'), ...(a.override ? { override: { reason: a.override.reason || say('undoReason') } } : {}) },
        expects: { start: a.start, end: a.end, date: a.date, doctor_id: a.doctor_id, doctor_name: a.doctor_name, chair_id: a.chair_id, chair_name: a.chair_name } }]
    // The patient had confirmed the time that the visit goes back to.
    if (reschedules && a.status === 'confirmed') undo.push({ title: say('undoTitle', { title }), method: 'POST', path: `/appointments/${a.id}/confirm`, body: {}, subject: a.id, expects: { status: 'confirmed' } })
    const answer = await step({
        title, method: 'POST', path, subject: a.id, undo,
        body: { ...(sameTime && !reschedules ? {} : { start: place.start }), ...doctor, ...chair, reason: say('moveReason'), ...(override ? why : {}) },
        expects: { start: place.start, end, date: dayOf(place.start), ...(doctor.doctor_id ? { doctor_id: doctor.doctor_id, doctor_name: place.doctorName || '' } : {}), ...(chair.chair_id ? { chair_id: chair.chair_id, chair_name: place.chairName || a.chair_name } : {}) },
    })
    tell(title, answer)
    return answer
}

/**
 * Cancels a visit. @param {Visit} visit @param {string} reason
 */
export async function cancelVisit(visit, reason) {
    const { appointment: a } = visit
    const title = say('cancelled', { name: nameIn(visit) })
    const answer = await step({ title, method: 'POST', path: `/appointments/${a.id}/cancel`, body: { reason }, subject: a.id, expects: { status: 'cancelled' }, undo: { title: say('undoTitle', { title }), method: 'POST', path: `/appointments/${a.id}/undo`, body: { reason: say('undoReason') }, subject: a.id, expects: { status: a.status } }, undoMinutes: scheduling().desk?.undo_minutes || 15 })
    tell(title, answer)
}

/** Ends a block. @param {any} block */
export async function endBlock(block) {
    const title = say('blockRemoved', { what: block.title || say(block.kind) })
    const answer = await step({ title, method: 'DELETE', path: `/blocks/${block.id}`, undo: { title: say('undoTitle', { title }), method: 'POST', path: '/blocks', body: blockBody(block) } })
    tell(title, answer)
}

/** A block as the API takes it, by the clinic's wall clock. @param {any} block */
function blockBody(block) {
    return { kind: block.kind, ...(block.title ? { title: block.title } : {}), start: wallText(block.start), end: wallText(block.end), doctor_ids: block.doctor_ids, chair_ids: block.chair_ids, over_appointments: true }
}
/** @param {string} instant */
export const wallText = (instant) => `${dayOf(instant)}T${time(instant)}`
export const clinicName = () => session().clinic?.profile?.name || ''
