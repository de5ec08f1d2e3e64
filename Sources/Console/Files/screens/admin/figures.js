// Reads the figures of a period and arranges them for charts.
import { all, get } from '../../core/api.js'
import { addDays, date, dayOf, month, weekdayNumber } from '../../core/format.js'

/** @typedef {{from: string, to: string, by: 'week'|'month'}} Period */

/** The first day of the week or month in which a day is. @param {string} day @param {'week'|'month'} by */
export function startOf(day, by) {
    return by === 'month' ? `${day.slice(0, 7)}-01` : addDays(day, 1 - weekdayNumber(day))
}
/** @param {string} day @param {'week'|'month'} by */
export function periodName(day, by) {
    return by === 'month' ? month(day) : date(day).replace(/[/.-]?\d{4}$/, '')
}

/** All weeks or months of a period, so that those without figures are shown too. @param {Period} period @returns {string[]} */
export function slotsOf({ from, to, by }) {
    const found = []
    for (let at = startOf(from, by); at <= to; at = by === 'month' ? startOf(addDays(at, 32), by) : addDays(at, 7)) found.push(at)
    return found
}

/** @param {Period} period */
export async function readFigures(period) {
    const { from, to, by } = period
    const range = { from, to }
    const [kpis, bars, doctors, services, statuses, newPatients, payroll, booked] = await Promise.all([
        get('/admin/kpis', range),
        all('/admin/kpis/bars', { ...range, by, split: 'none' }),
        all('/admin/kpis/bars', { ...range, by, split: 'doctor' }),
        all('/admin/kpis/bars', { ...range, by, split: 'service' }),
        all('/admin/reports/appointments', range),
        all('/admin/reports/new-patients', range),
        all('/admin/payroll', range),
        all('/waitlist', { status: 'booked', limit: 200 }).catch(() => []),
    ])
    const slots = slotsOf(period)
    // A clinic that began within the period has no figures before.
    while (slots.length > 4 && !bars.some((bar) => bar.period <= slots[0])) slots.shift()
    return { slots, kpis, bars: new Map(bars.map((bar) => [bar.period, bar])), doctors, services, statuses, newPatients, payroll, refilled: countRefilled(booked, period), period }
}

/** Freed times that a patient of the waitlist took, by the week or month of the visit. @param {any[]} booked @param {Period} period */
function countRefilled(booked, { from, to, by }) {
    /** @type {Map<string, number>} */
    const counts = new Map()
    for (const { entry } of booked) {
        const taken = entry.offers.find((/** @type {any} */ offer) => offer.outcome === 'accepted')
        const day = taken && dayOf(taken.start)
        if (!day || day < from || day > to) continue
        const slot = startOf(day, by)
        counts.set(slot, (counts.get(slot) || 0) + 1)
    }
    return counts
}

/**
 * Bars of parts, the largest first; what does not fit into the colours is one part.
 * @param {any[]} bars of doctors or services @param {string[]} slots @param {(bar: any) => number} value @param {string} others
 */
export function splitBars(bars, slots, value, others) {
    /** @type {Map<string, {name: string, sum: number}>} */
    const parts = new Map()
    for (const bar of bars) {
        const part = parts.get(bar.split_id) || { name: bar.name || '–', sum: 0 }
        part.sum += value(bar)
        parts.set(bar.split_id, part)
    }
    const order = [...parts.entries()].sort((a, b) => b[1].sum - a[1].sum)
    /** @type {import('../../core/charts.js').Tone[]} */
    const tones = ['accent', 'info', 'warn', 'good', 'bad', 'muted']
    const named = order.slice(0, order.length > tones.length ? tones.length - 1 : tones.length)
    const series = named.map(([, part], index) => ({ label: part.name, tone: tones[index] }))
    if (order.length > named.length) series.push({ label: others, tone: 'muted' })
    const groups = slots.map((slot) => ({
        slot,
        values: series.map((_, index) => bars.filter((bar) => bar.period === slot && (index < named.length ? bar.split_id === named[index][0] : !named.some(([id]) => id === bar.split_id))).reduce((sum, bar) => sum + value(bar), 0)),
    }))
    return { series, groups }
}
