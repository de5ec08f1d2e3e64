// When the clinic is open and when a doctor works, in minutes that have passed since the day's start, so that days of
// 23 and 25 hours are right.
import { addDays, startOfDay, time, zonedDate } from '../../core/format.js'

/** @typedef {{from: number, to: number}} Span */
/** @typedef {Span & {text: string, kind: 'closed'|'away'}} Area */
/** @typedef {Span & {id: string, until: string}} Held */
/**
 * A day of the server's listCalendarDays.
 * @typedef {{date: string, open: {start: string, end: string}[], closure?: string|null, staff: any[], holds: any[]}} Day
 */

/** The minutes of a day: 1380, 1440 or 1500. @param {string} day */
export function dayLength(day) {
    return Math.round((startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 60_000)
}

/** The instant of a minute of a day. @param {string} day @param {number} minute */
export const instantAt = (day, minute) => new Date(startOfDay(day).getTime() + minute * 60_000).toISOString().replace('.000Z', 'Z')

/** A time in words; in the hour that comes a second time when the clocks go back it has a mark. @param {string} instant */
export const clock = (instant) => `${time(instant)}${isSecond(instant) ? '²' : ''}`
/** Whether a time of the wall clock comes for the second time. @param {string} instant */
export const isSecond = (instant) => time(Date.parse(instant) - 3_600_000) === time(instant)

/** Minutes since the day's start, also before and after the day. @param {string} day @param {string|number} instant */
export const minuteOf = (day, instant) => Math.round((new Date(instant).getTime() - startOfDay(day).getTime()) / 60_000)

/** @param {Span[]} spans @param {Span} hole */
const without = (spans, hole) => spans.flatMap(({ from, to }) => [{ from, to: Math.min(to, hole.from) }, { from: Math.max(from, hole.to), to }].filter((one) => one.to > one.from))

/** @param {Span[]} a @param {Span[]} b */
export const intersection = (a, b) => a.flatMap((one) => b.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))).filter(({ from, to }) => to > from)

/** What is left of a day. @param {Span[]} spans @param {number} length @returns {Span[]} */
export const rest = (spans, length) => spans.reduce((left, span) => without(left, span), [{ from: 0, to: length }])

/** @param {string} date @param {{start: string, end: string}[]} intervals @returns {Span[]} */
const spansOf = (date, intervals) => intervals.map(({ start, end }) => ({ from: minuteOf(date, start), to: minuteOf(date, end) }))

/** When the clinic is open on a day. @param {Day} day */
export const openSpans = (day) => spansOf(day.date, day.open)

/** When somebody works while the clinic is open. Those of whom the day does not tell, work whenever it is open. @param {Day} day @param {string|undefined} id */
export function workSpans(day, id) {
    const worker = id && day.staff.find((one) => one.staff_id === id)
    return worker ? spansOf(day.date, worker.works) : openSpans(day)
}

/** @param {string} day @param {string} wall `2026-12-09T08:00`, `2026-12-09T24:00`, or a date */
function minuteOfWall(day, wall) {
    const [date, clock = '00:00'] = wall.split('T')
    const instant = clock >= '24:00' ? startOfDay(addDays(date, 1)) : zonedDate(date, clock.slice(0, 5))
    return Math.round((instant.getTime() - startOfDay(day).getTime()) / 60_000)
}

/** When a member of staff is away on a day. @param {any} person @param {string} day @returns {(Span & {reason?: string})[]} */
export function awaySpans(person, day) {
    const length = dayLength(day)
    return (person?.time_off || []).map((/** @type {any} */ one) => ({ from: Math.max(0, minuteOfWall(day, one.start)), to: Math.min(length, minuteOfWall(day, one.end)), reason: one.reason })).filter((/** @type {Span} */ one) => one.to > one.from)
}

/**
 * What is drawn as closed in a column.
 * @param {Day} day @param {any} person the doctor of the column, if it has one @param {{closed: string, notAtWork: string, away: string}} texts
 * @returns {Area[]}
 */
export function areasOf(day, person, texts) {
    const length = dayLength(day.date)
    const open = openSpans(day)
    /** @type {Area[]} */
    const areas = rest(open, length).map((span) => ({ ...span, kind: 'closed', text: day.closure ? `${texts.closed}: ${day.closure}` : texts.closed }))
    if (!person) return areas
    const free = intersection(rest(workSpans(day, person.id), length), open)
    const absences = awaySpans(person, day.date)
    const away = absences.flatMap(({ from, to, reason }) => intersection(free, [{ from, to }]).map((one) => ({ ...one, kind: /** @type {'away'} */ ('away'), text: reason ? `${texts.away}: ${reason}` : texts.away })))
    const notAtWork = absences.reduce((spans, hole) => without(spans, hole), free)
    return [...areas, ...notAtWork.map((span) => ({ ...span, kind: /** @type {'closed'} */ ('closed'), text: texts.notAtWork })), ...away]
}

/**
 * The times in a column that are held for somebody who is booking.
 * @param {Day} day @param {import('./model.js').Column} column @param {number} now
 * @returns {Held[]}
 */
export function heldIn(day, { chairId, doctorId }, now) {
    return day.holds.filter((one) => Date.parse(one.expires_at) > now && (chairId ? one.chair_id === chairId : one.doctor_id === doctorId || one.hygienist_id === doctorId))
        .map((one) => ({ id: one.hold_id, until: one.expires_at, from: minuteOf(day.date, one.time.start), to: minuteOf(day.date, one.time.end) }))
}
