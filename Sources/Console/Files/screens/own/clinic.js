import { html } from '../../core/dom.js'
import { today, weekdayNumber } from '../../core/format.js'
import { useSession } from '../../core/session.js'
import { CallClinic } from './who.js'
import { say } from './words.js'

/** How to reach the clinic, and whether it is open today. */
export function Clinic() {
    const { clinic } = useSession()
    if (!clinic) return null
    const { name, address, email } = clinic.profile
    return html`<section class="card stack"><h2>${say('clinic')}</h2><p><strong><bdi>${name}</bdi></strong>${address && html`<br /><span class="own-lines">${address}</span>`}${email && html`<br /><a href=${`mailto:${email}`}>${email}</a>`}</p>
        <p class="muted">${hoursToday(clinic)}</p><div><${CallClinic} /></div></section>`
}

/** The hours of today in words; a closure or special hours come before the ordinary week. @param {any} clinic */
function hoursToday(clinic) {
    const day = today()
    const closure = (clinic.closures || []).find((/** @type {any} */ one) => one.first_day <= day && day <= one.last_day)
    if (closure) return `${say('closedToday')}${closure.reason ? `: ${closure.reason}` : ''}`
    const number = weekdayNumber(day)
    let shifts = (clinic.opening_hours || []).filter((/** @type {any} */ one) => one.weekday === number).map((/** @type {any} */ one) => ({ from: one.opens, to: one.closes, breaks: one.breaks || [] }))
    for (const rule of clinic.special_hours || []) {
        if (rule.first_day > day || rule.last_day < day || (rule.weekdays && !rule.weekdays.includes(number)) || !isTurn(rule, day)) continue
        const own = rule.shifts.map((/** @type {any} */ one) => ({ from: one.start, to: one.end, breaks: [] }))
        shifts = rule.effect === 'closed' ? [] : rule.effect === 'other' ? own : [...shifts, ...own]
    }
    if (!shifts.length) return say('closedToday')
    const hours = shifts.map((one) => (one.from === '00:00' && one.to === '24:00' ? say('allDay') : `${one.from}–${one.to}`)).join(', ')
    const breaks = shifts.flatMap((one) => one.breaks).map((/** @type {any} */ one) => `${one.start}–${one.end}`).join(', ')
    return `${say('openToday', { hours })}${breaks ? `, ${say('breaks', { times: breaks })}` : ''}`
}

/** Whether a rule of every so many weeks is on in the week of the day. @param {any} rule @param {string} day */
function isTurn(rule, day) {
    const weekOf = (/** @type {string} */ one) => Math.floor((Date.parse(`${one}T12:00:00Z`) / 86_400_000 + 3) / 7)
    return (weekOf(day) - weekOf(rule.first_day)) % (rule.every_weeks || 1) === 0
}
