// Dates, times and money in the clinic's time zone and currency, in the chosen language.
import { session } from './session.js'
import { language } from './words.js'

/**
 * A day of the clinic's calendar, `YYYY-MM-DD`; an instant, as ISO 8601 in UTC, in milliseconds, or as a Date.
 * @typedef {string} Day
 * @typedef {string | number | Date} Instant
 */

/** A region for the language, so that dates are written as people of that region write them. */
const regions = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }
let fixedZone = ''

/**
 * Pages without a session name the clinic's zone themselves.
 * @param {string} zone
 */
export function setZone(zone) {
    fixedZone = zone
}

export function zone() {
    return fixedZone || session().clinic?.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone
}
export function locale() {
    return regions[language()]
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map()
/**
 * @param {Intl.DateTimeFormatOptions} options
 * @param {string} [inZone]
 */
function format(options, inZone = zone()) {
    const key = locale() + inZone + JSON.stringify(options)
    let made = formats.get(key)
    if (!made) formats.set(key, (made = new Intl.DateTimeFormat(locale(), { ...options, timeZone: inZone })))
    return made
}

/** @param {Instant} instant e.g. `09:30` */
export function time(instant) {
    return format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))
}
/** @param {Instant} instant */
export function dateTime(instant) {
    return format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))
}
/**
 * @param {Day} day
 * @param {'short'|'long'|'full'} [style]
 */
export function date(day, style = 'short') {
    const at = new Date(`${day}T12:00:00Z`)
    if (style === 'full') return format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, 'UTC').format(at)
    if (style === 'long') return format({ weekday: 'short', day: 'numeric', month: 'long' }, 'UTC').format(at)
    return format({ day: '2-digit', month: '2-digit', year: 'numeric' }, 'UTC').format(at)
}
/**
 * @param {Day} day
 * @param {'short'|'long'} [style]
 */
export function weekday(day, style = 'short') {
    return format({ weekday: style }, 'UTC').format(new Date(`${day}T12:00:00Z`))
}
/** @param {Day} day */
export function month(day) {
    return format({ month: 'long', year: 'numeric' }, 'UTC').format(new Date(`${day}T12:00:00Z`))
}

const parts = () => {
    const key = `parts ${zone()}`
    let made = formats.get(key)
    if (!made) {
        made = new Intl.DateTimeFormat('en-US', {
            timeZone: zone(), hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
        })
        formats.set(key, made)
    }
    return made
}
/**
 * The wall clock of the clinic at an instant.
 * @param {Instant} instant
 */
function wall(instant) {
    /** @type {Record<string, string>} */
    const found = {}
    for (const { type, value } of parts().formatToParts(new Date(instant))) found[type] = value
    return found
}

/**
 * The clinic's day at an instant.
 * @param {Instant} instant
 * @returns {Day}
 */
export function dayOf(instant) {
    const { year, month: m, day } = wall(instant)
    return `${year}-${m}-${day}`
}
/** @returns {Day} */
export function today() {
    return dayOf(Date.now())
}
/**
 * @param {Day} day
 * @param {number} count
 * @returns {Day}
 */
export function addDays(day, count) {
    const at = new Date(`${day}T12:00:00Z`)
    at.setUTCDate(at.getUTCDate() + count)
    return at.toISOString().slice(0, 10)
}
/**
 * 1 = Monday … 7 = Sunday, as the API counts.
 * @param {Day} day
 */
export function weekdayNumber(day) {
    return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}

/**
 * The instant of a wall-clock time of the clinic. A time that does not exist (clocks go forward) is the instant that
 * the clock would have shown without the change; of a time that exists twice it is the first.
 * @param {Day} day
 * @param {string} [clock] `HH:MM`
 * @returns {Date}
 */
export function zonedDate(day, clock = '00:00') {
    const wanted = Date.parse(`${day}T${clock}:00Z`)
    const offset = (/** @type {number} */ at) => {
        const w = wall(at)
        return Date.parse(`${w.year}-${w.month}-${w.day}T${w.hour}:${w.minute}:${w.second}Z`) - Math.floor(at / 1000) * 1000
    }
    const before = wanted - offset(wanted - 86_400_000)
    const after = wanted - offset(wanted + 86_400_000)
    // Before the change the clock runs with the first offset, after it with the second.
    for (const candidate of [before, after]) if (candidate + offset(candidate) === wanted) return new Date(candidate)
    return new Date(before)
}
/**
 * @param {Day} day
 * @param {string} clock
 * @returns {string} ISO 8601 without fractions of a second
 */
export function zonedInstant(day, clock) {
    return zonedDate(day, clock).toISOString().replace('.000Z', 'Z')
}
/** @param {Day} day */
export function startOfDay(day) {
    return zonedDate(day, '00:00')
}
/**
 * Minutes between the start of the instant's day and the instant; days of 23 and 25 hours count as long as they are.
 * @param {Instant} instant
 * @param {Day} [day]
 */
export function minutesOfDay(instant, day = dayOf(instant)) {
    return Math.round((new Date(instant).getTime() - startOfDay(day).getTime()) / 60_000)
}

/** @param {number} minutes e.g. `45 min`, `1 h 20 min` */
export function duration(minutes) {
    const whole = Math.max(0, Math.round(minutes))
    const hours = Math.floor(whole / 60)
    const rest = whole % 60
    if (!hours) return `${whole} min`
    return rest ? `${hours} h ${rest} min` : `${hours} h`
}
/**
 * The time that has passed since an instant.
 * @param {Instant} instant
 * @param {number} [now]
 */
export function since(instant, now = Date.now()) {
    return duration((now - new Date(instant).getTime()) / 60_000)
}
/** @param {Instant} instant e.g. `in 2 days`, `3 hours ago` */
export function relative(instant) {
    const seconds = (new Date(instant).getTime() - Date.now()) / 1000
    const made = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
    /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
    const units = [['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]]
    for (const [unit, length] of units) if (Math.abs(seconds) >= length) return made.format(Math.round(seconds / length), unit)
    return made.format(Math.round(seconds), 'second')
}

/**
 * Digits after the decimal sign of a currency.
 * @param {string} currency
 */
export function exponent(currency) {
    const { clinic } = session()
    if (clinic?.currency === currency && clinic.currency_exponent !== undefined) return clinic.currency_exponent
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
/** @type {Map<string, Intl.NumberFormat>} */
const moneyFormats = new Map()
/** @param {{amount: number, currency: string} | null | undefined} value minor units */
export function money(value) {
    if (!value) return '–'
    const digits = exponent(value.currency)
    const key = locale() + value.currency + digits
    let made = moneyFormats.get(key)
    if (!made) {
        made = new Intl.NumberFormat(locale(), { style: 'currency', currency: value.currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
        moneyFormats.set(key, made)
    }
    return made.format(value.amount / 10 ** digits)
}
/**
 * Reads an amount as people type it: `1.234,50`, `1,234.50`, `12,5`, `12`.
 * @param {string} text
 * @param {string} currency
 * @returns {number|null} minor units; null if it is no amount, or has more digits than the currency
 */
export function parseMoney(text, currency) {
    const digits = exponent(currency)
    const bare = text.replace(/[\s\u00a0\u202f'’€$£]/g, '')
    if (!/^-?[\d.,]+$/.test(bare) || !/\d/.test(bare)) return null
    const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
    const tail = last < 0 ? '' : bare.slice(last + 1)
    const sign = last < 0 ? '' : bare[last]
    const groups = bare.split(sign || ',').length - 1
    // One sign before three digits separates thousands if the language writes them so.
    const decimal = new Intl.NumberFormat(locale()).formatToParts(1.5).find((part) => part.type === 'decimal')?.value
    const isFraction = last >= 0 && groups === 1 && (tail.length !== 3 || digits === 3 || sign === decimal) && tail.length <= Math.max(digits, 0)
    const grouped = isFraction ? bare.slice(0, last) : bare
    const whole = grouped.replace(/[.,]/g, '')
    if (last >= 0 && !isFraction && (tail.length !== 3 || sign === decimal)) return null
    // `0.125` and `1.2.345` are slips, not thousands.
    if (/[.,]/.test(grouped) && !/^-?[1-9]\d{0,2}(\.\d{3})+$|^-?[1-9]\d{0,2}(,\d{3})+$/.test(grouped)) return null
    const amount = Number(whole || '0') * 10 ** digits + Number((isFraction ? tail : '').padEnd(digits, '0') || 0) * (whole.startsWith('-') ? -1 : 1)
    return Number.isSafeInteger(amount) ? amount : null
}
/**
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
    return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)
}
/** @param {number | null | undefined} share 0.25 is 25 % */
export function percent(share) {
    return share === null || share === undefined ? '–' : new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(share)
}
/** @param {Day | null | undefined} birthDate */
export function age(birthDate) {
    if (!birthDate) return null
    const [y, m, d] = birthDate.split('-').map(Number)
    const [ty, tm, td] = today().split('-').map(Number)
    return ty - y - (tm < m || (tm === m && td < d) ? 1 : 0)
}
/**
 * A person's name in one line.
 * @param {any} person
 */
export function nameOf(person) {
    if (!person) return ''
    return person.name || [person.given_name, person.family_name].filter(Boolean).join(' ')
}
