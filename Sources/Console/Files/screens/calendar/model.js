// The columns of the calendar, and where each visit lies in its column.
import { addDays, dayOf, weekdayNumber } from '../../core/format.js'
import { minuteOf } from './hours.js'

/** @typedef {import('../board/model.js').Visit} Visit */
/**
 * A column: a chair or a doctor on a day, or a day of a week.
 * @typedef {{key: string, label: string, sub?: string, day: string, chairId?: string, doctorId?: string}} Column
 * @typedef {{visit: Visit, key: string, from: number, to: number, lane: number, lanes: number, assists: boolean}} Placed
 */

/** Pixels of a minute. @type {Record<string, number>} */
export const scales = { small: 1.6, medium: 2.4, large: 3.6 }

/** @param {string} a @param {string} b */
const byName = (a, b) => a.localeCompare(b, undefined, { numeric: true })

/** The Monday of a day's week. @param {string} day */
export const mondayOf = (day) => addDays(day, 1 - weekdayNumber(day))

/**
 * @param {{mode: string, day: string, chairs: any[], doctors: any[], visits: Visit[], who?: {kind: string, id: string}}} of
 * @returns {Column[]}
 */
export function columnsOf({ mode, day, chairs, doctors, visits, who }) {
    if (mode === 'week') {
        const key = who?.kind === 'chair' ? 'chairId' : 'doctorId'
        return Array.from({ length: 7 }, (_, at) => addDays(mondayOf(day), at)).map((one) => ({ key: one, label: '', day: one, [key]: who?.id }))
    }
    const [list, id, name, own] = mode === 'chair' ? [chairs, 'chair_id', 'chair_name', 'chairId'] : [doctors, 'doctor_id', 'doctor_name', 'doctorId']
    const known = new Map(list.filter((one) => one.active !== false).map((one) => [one.id, one.name]))
    // Chairs and doctors who are there no more keep their columns while they have visits.
    for (const { appointment } of visits) if (!known.has(appointment[id])) known.set(appointment[id], appointment[name])
    return [...known].sort((a, b) => byName(a[1], b[1])).map(([one, label]) => ({ key: one, label, day, [own]: one }))
}

/** @param {Visit} visit @param {Column} column */
export function isIn({ appointment: a }, { day, chairId, doctorId }) {
    if (a.date !== day) return false
    return chairId ? a.chair_id === chairId : doctorId ? a.doctor_id === doctorId || a.hygienist_id === doctorId : true
}

/**
 * Where the visits of a column lie. Visits that overlap lie side by side, and none hides another.
 * @param {Visit[]} visits @param {Column} column @param {number} least the least minutes that a visit is drawn with
 * @returns {Placed[]}
 */
export function placed(visits, column, least) {
    const found = visits.filter((visit) => isIn(visit, column)).map((visit) => {
        const from = minuteOf(column.day, visit.appointment.start)
        return { visit, key: visit.appointment.id, from, to: Math.max(minuteOf(column.day, visit.appointment.end), from + 1), lane: 0, lanes: 1, assists: Boolean(column.doctorId) && visit.appointment.doctor_id !== column.doctorId }
    }).sort((a, b) => a.from - b.from || b.to - a.to || (a.key < b.key ? -1 : 1))
    /** @type {Placed[]} */
    let cluster = []
    let end = -Infinity
    /** @type {number[]} */
    let lanes = []
    const close = () => cluster.forEach((one) => (one.lanes = lanes.length))
    for (const one of found) {
        const bottom = Math.max(one.to, one.from + least)
        if (one.from >= end) {
            close()
            cluster = []
            lanes = []
        }
        const free = lanes.findIndex((until) => until <= one.from)
        one.lane = free < 0 ? lanes.length : free
        lanes[one.lane] = bottom
        cluster.push(one)
        end = Math.max(...lanes)
    }
    close()
    return found
}

/**
 * The minutes that are drawn: the hours of work with all visits and blocks, in full hours.
 * @param {{from: number, to: number}[]} spans @param {number} length of the longest day
 */
export function rangeOf(spans, length) {
    const from = Math.min(...spans.map((one) => one.from), 8 * 60)
    const to = Math.max(...spans.map((one) => one.to), 18 * 60)
    return { from: Math.max(0, Math.floor((from - 15) / 60) * 60), to: Math.min(length, Math.ceil((to + 15) / 60) * 60) }
}

/** The visits that lie at a place. @param {Visit[]} visits @param {Column} column @param {number} minute @param {number} step */
export function visitsAt(visits, column, minute, step) {
    return visits.filter((visit) => isIn(visit, column) && minuteOf(column.day, visit.appointment.start) < minute + step && minuteOf(column.day, visit.appointment.end) > minute)
        .sort((a, b) => (a.appointment.start < b.appointment.start ? -1 : 1))
}

/** The blocks of a column. @param {any[]} blocks @param {Column} column */
export function blocksOf(blocks, column) {
    return blocks.filter((one) => one.active !== false && one.first_day <= column.day && column.day <= one.last_day
        && (column.chairId ? one.chair_ids.includes(column.chairId) : column.doctorId ? one.doctor_ids.includes(column.doctorId) : true))
}

/** @param {Column} column @param {Column} other */
export const sameColumn = (column, other) => column.key === other.key

/** Which statuses can be moved how: to any time, or on their day only. @param {string} status @returns {'any'|'day'|null} */
export function movable(status) {
    if (['requested', 'booked', 'confirmed'].includes(status)) return 'any'
    return ['arrived', 'seated', 'in_treatment', 'ready_for_checkout'].includes(status) ? 'day' : null
}

/** Whether a visit may go to the day of a time. @param {any} a appointment @param {string} start */
export const mayGoTo = (a, start) => movable(a.status) === 'any' || dayOf(start) === a.date

/** How long a visit takes with a doctor. @param {any} a appointment @param {string} doctorId @param {any[]} services */
export function minutesWith(a, doctorId, services) {
    const now = Math.round((Date.parse(a.end) - Date.parse(a.start)) / 60_000)
    const service = services.find((one) => one.id === a.service_id)
    const usual = (/** @type {string} */ id) => service?.durations?.find((/** @type {any} */ one) => one.doctor_id === id)?.duration_minutes ?? service?.duration_minutes
    return doctorId !== a.doctor_id && service && usual(a.doctor_id) === now ? usual(doctorId) : now
}
