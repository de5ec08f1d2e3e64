// When the clinic is open and when a doctor works, in minutes that have passed since the day's start, so that days of
// 23 and 25 hours are right.
import { addDays, startOfDay, time, weekdayNumber, zonedDate } from '../../core/format.js'

/** @typedef {{from: number, to: number}} Span */
/** @typedef {Span & {text: string, kind: 'closed'|'away'}} Area */

/** The minutes of a day: 1380, 1440 or 1500. @param {string} day */
export function dayLength(day) {
    return Math.round((startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 60_000)
}

/** Minutes from the day's start to a time of its wall clock. @param {string} day @param {string} clock `HH:MM`, `24:00` is the end */
export function minuteAt(day, clock) {
    if (clock >= '24:00') return dayLength(day)
    return Math.round((zonedDate(day, clock).getTime() - startOfDay(day).getTime()) / 60_000)
}

/** The instant of a minute of a day. @param {string} day @param {number} minute */
export const instantAt = (day, minute) => new Date(startOfDay(day).getTime() + minute * 60_000).toISOString().replace('.000Z', 'Z')

/** A time in words; in the hour that comes a second time when the clocks go back it has a mark. @param {string} instant */
export const clock = (instant) => `${time(instant)}${isSecond(instant) ? '²' : ''}`
/** Whether a time of the wall clock comes for the second time. @param {string} instant */
export const isSecond = (instant) => time(Date.parse(instant) - 3_600_000) === time(instant)

/** Minutes since the day's start, also before and after the day. @param {string} day @param {string|number} instant */
export const minuteOf = (day, instant) => Math.round((new Date(instant).getTime() - startOfDay(day).getTime()) / 60_000)

/** @param {Span[]} spans */
function merged(spans) {
    /** @type {Span[]} */
    const out = []
    for (const span of spans.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from)) {
        const last = out[out.length - 1]
        if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
        else out.push({ ...span })
    }
    return out
}

/** @param {Span[]} spans @param {Span} hole */
const without = (spans, hole) => spans.flatMap(({ from, to }) => [{ from, to: Math.min(to, hole.from) }, { from: Math.max(from, hole.to), to }].filter((one) => one.to > one.from))

/** @param {Span[]} a @param {Span[]} b */
export const intersection = (a, b) => a.flatMap((one) => b.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))).filter(({ from, to }) => to > from)

/** What is left of a day. @param {Span[]} spans @param {number} length @returns {Span[]} */
export const rest = (spans, length) => spans.reduce((left, span) => without(left, span), [{ from: 0, to: length }])

/** @param {any} rule @param {string} day */
function applies(rule, day) {
    if (day < rule.first_day || day > rule.last_day) return false
    if (rule.weekdays && !rule.weekdays.includes(weekdayNumber(day))) return false
    if (!(rule.every_weeks > 1)) return true
    const monday = (/** @type {string} */ one) => Date.parse(`${addDays(one, 1 - weekdayNumber(one))}T12:00:00Z`)
    return Math.round((monday(day) - monday(rule.first_day)) / 604_800_000) % rule.every_weeks === 0
}

/** The shifts that begin on a day; they may end on the next. @param {any[]} week @param {any[]} rules @param {string} day */
function shifts(week, rules, day) {
    const ordinary = week.find((one) => one.weekday === weekdayNumber(day))
    const at = (/** @type {string} */ clock) => minuteAt(day, clock)
    /** @type {Span[]} */
    let spans = ordinary ? [{ from: at(ordinary.opens), to: at(ordinary.closes) }] : []
    for (const pause of ordinary?.breaks || []) spans = without(spans, { from: at(pause.start), to: at(pause.end) })
    for (const rule of rules) {
        if (!applies(rule, day)) continue
        const more = (rule.shifts || []).map((/** @type {any} */ one) => ({ from: at(one.start), to: one.end > one.start ? at(one.end) : dayLength(day) + minuteAt(addDays(day, 1), one.end) }))
        spans = rule.effect === 'extra' ? [...spans, ...more] : rule.effect === 'other' ? more : []
    }
    return spans
}

/** Shifts on a day with those of the evening before. @param {any[]} week @param {any[]} rules @param {string} day @param {(day: string) => boolean} isClosed */
function worked(week, rules, day, isClosed) {
    const length = dayLength(day)
    const before = addDays(day, -1)
    const own = isClosed(day) ? [] : shifts(week, rules, day)
    const tail = isClosed(before) ? [] : shifts(week, rules, before).map(({ from, to }) => ({ from: from - dayLength(before), to: to - dayLength(before) }))
    return merged([...tail, ...own].map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(length, to) })))
}

/** The closure of a day. @param {any} clinic @param {string} day */
export const closureOf = (clinic, day) => (clinic?.closures || []).find((/** @type {any} */ one) => one.first_day <= day && day <= one.last_day)

/** When the clinic is open on a day. @param {any} clinic @param {string} day @returns {Span[]} */
export function openSpans(clinic, day) {
    if (!clinic?.opening_hours) return [{ from: 0, to: dayLength(day) }]
    return worked(clinic.opening_hours, clinic.special_hours || [], day, (one) => Boolean(closureOf(clinic, one)))
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

/** Without hours of their own, people work whenever the clinic is open. */
const wholeWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00', breaks: [] }))

/** When a doctor works on a day: the hours, without time off, while the clinic is open. @param {any} clinic @param {any} person @param {string} day @returns {Span[]} */
export function workSpans(clinic, person, day) {
    const open = openSpans(clinic, day)
    if (!person) return open
    const hours = worked(person.hours || wholeWeek, person.special_hours || [], day, () => false)
    return awaySpans(person, day).reduce((spans, hole) => without(spans, hole), intersection(hours, open))
}

/**
 * What is drawn as closed in a column.
 * @param {any} clinic @param {any} person the doctor of the column, if it has one @param {string} day @param {{closed: string, notAtWork: string, away: string}} texts
 * @returns {Area[]}
 */
export function areasOf(clinic, person, day, texts) {
    const length = dayLength(day)
    const open = openSpans(clinic, day)
    const closure = closureOf(clinic, day)
    /** @type {Area[]} */
    const areas = rest(open, length).map((span) => ({ ...span, kind: 'closed', text: closure ? `${texts.closed}: ${closure.reason}` : texts.closed }))
    if (!person) return areas
    const away = intersection(awaySpans(person, day), open)
    const notAtWork = intersection(rest(workSpans(clinic, { ...person, time_off: [] }, day), length), open)
    return [...areas, ...notAtWork.map((span) => ({ ...span, kind: /** @type {'closed'} */ ('closed'), text: texts.notAtWork })), ...away.map((span) => ({ ...span, kind: /** @type {'away'} */ ('away'), text: awaySpans(person, day).find((one) => one.from <= span.from && one.to >= span.to)?.reason ? `${texts.away}: ${awaySpans(person, day).find((one) => one.from <= span.from && one.to >= span.to)?.reason}` : texts.away }))]
}
