// Hours of the days of a week, and shifts on some dates.
import { html } from '../../core/dom.js'
import { weekday } from '../../core/format.js'
import { Button, Checkbox, Field, IconButton, Input } from '../../core/ui.js'
import { say } from './formwords.js'

/**
 * The name of a weekday; Monday is 1.
 * @param {number} number @param {'short'|'long'} [style]
 */
export function dayName(number, style = 'long') {
    return weekday(`2024-01-0${number}`, style) // The first of January 2024 was a Monday.
}
export const weekdays = [1, 2, 3, 4, 5, 6, 7]
export const weekdayOptions = () => weekdays.map((one) => ({ value: one, label: dayName(one, 'short') }))

/** Hours in a few letters, such as `08:00–17:00`. @param {any} day */
export function hoursText(day) {
    const breaks = (day.breaks || []).map((/** @type {any} */ one) => `${one.start}–${one.end}`).join(', ')
    return `${day.opens}–${day.closes}${breaks ? ` (${breaks})` : ''}`
}

/**
 * A time of the wall clock; `24:00` is the end of the day, which time inputs do not know.
 * @param {{value: string, onChange: (clock: string) => void, label: string, error?: string}} props
 */
export function ClockField({ value, onChange, label, error }) {
    return html`<${Field} label=${label} error=${error} class="hours-clock"><${Input} inputMode="numeric" maxlength="5" placeholder="08:00" value=${value} onInput=${onChange}
        onBlur=${(/** @type {any} */ event) => onChange(tidyClock(event.target.value))} /><//>`
}
/** `8`, `830` and `8:30` are times too. @param {string} text */
export function tidyClock(text) {
    const found = text.trim().match(/^(\d{1,2})(?:[:.h]?(\d{2}))?$/)
    return found ? `${found[1].padStart(2, '0')}:${found[2] || '00'}` : text.trim()
}

/**
 * The hours of an ordinary week. A weekday that is not in the list is closed.
 * @param {{form: import('./form.js').Form, name: string}} props
 */
export function WeekHours({ form, name }) {
    /** @type {any[]} */
    const days = form.get(name) || []
    const set = (/** @type {any[]} */ next) => form.set(name, [...next].sort((a, b) => a.weekday - b.weekday))
    const change = (/** @type {number} */ number, /** @type {any} */ part) => set(days.map((day) => (day.weekday === number ? { ...day, ...part } : day)))
    const usual = days[0] ? { opens: days[0].opens, closes: days[0].closes, breaks: days[0].breaks || [] } : { opens: '08:00', closes: '17:00', breaks: [] }
    return html`<div class="hours">${weekdays.map((number) => {
        const day = days.find((one) => one.weekday === number)
        const at = day ? days.indexOf(day) : -1
        const error = (/** @type {string} */ part) => (day ? form.error(`${name}/${at}/${part}`) : undefined)
        const breaks = day?.breaks || []
        return html`<div class="hours-day" key=${number} role="group" aria-label=${dayName(number)}>
            <${Checkbox} checked=${Boolean(day)} onChange=${(/** @type {boolean} */ on) => set(on ? [...days, { weekday: number, ...usual }] : days.filter((one) => one !== day))}><span class="hours-name">${dayName(number)}</span><//>
            ${day ? html`<${ClockField} label=${say('opens')} value=${day.opens} error=${error('opens')} onChange=${(/** @type {string} */ opens) => change(number, { opens })} />
                <${ClockField} label=${say('closes')} value=${day.closes} error=${error('closes')} onChange=${(/** @type {string} */ closes) => change(number, { closes })} />
                <div class="hours-breaks">${breaks.map((/** @type {any} */ one, /** @type {number} */ index) => html`<div class="row hours-break" key=${index}><span class="muted small">${say('breaks')}</span>
                    <${ClockField} label=${say('from')} value=${one.start} error=${error(`breaks/${index}/start`)} onChange=${(/** @type {string} */ start) => change(number, { breaks: breaks.map((/** @type {any} */ other) => (other === one ? { ...one, start } : other)) })} />
                    <${ClockField} label=${say('until')} value=${one.end} error=${error(`breaks/${index}/end`)} onChange=${(/** @type {string} */ end) => change(number, { breaks: breaks.map((/** @type {any} */ other) => (other === one ? { ...one, end } : other)) })} />
                    <${IconButton} name="close" label=${`${say('remove')}: ${say('breaks')}`} onClick=${() => change(number, { breaks: breaks.filter((/** @type {any} */ other) => other !== one) })} /></div>`)}
                    <div class="row"><${Button} small kind="quiet" icon="plus" onClick=${() => change(number, { breaks: [...breaks, { start: '12:00', end: '13:00' }] })}>${say('addBreak')}<//>
                        ${number < 7 && html`<${Button} small kind="quiet" icon="down" onClick=${() => set([...days.filter((one) => one.weekday <= number), ...weekdays.filter((one) => one > number).flatMap((one) => (days.some((other) => other.weekday === one) ? [{ ...day, weekday: one }] : []))])}>${say('copyDown')}<//>`}</div></div>`
                : html`<span class="muted">${say('closed')}</span>`}</div>`
    })}</div>`
}

/** Shifts of special hours. @param {{form: import('./form.js').Form, name: string}} props */
export function Shifts({ form, name }) {
    /** @type {any[]} */
    const shifts = form.get(name) || []
    const change = (/** @type {number} */ at, /** @type {any} */ part) => form.set(name, shifts.map((one, index) => (index === at ? { ...one, ...part } : one)))
    return html`<div class="stack tight">${shifts.map((shift, at) => html`<div class="row hours-break" key=${at}>
            <${ClockField} label=${say('from')} value=${shift.start} error=${form.error(`${name}/${at}/start`)} onChange=${(/** @type {string} */ start) => change(at, { start })} />
            <${ClockField} label=${say('until')} value=${shift.end} error=${form.error(`${name}/${at}/end`)} onChange=${(/** @type {string} */ end) => change(at, { end })} />
            <${IconButton} name="close" label=${`${say('remove')}: ${say('shift')}`} onClick=${() => form.set(name, shifts.filter((_, index) => index !== at))} /></div>`)}
        <div><${Button} small kind="quiet" icon="plus" onClick=${() => form.set(name, [...shifts, { start: '08:00', end: '17:00' }])}>${say('addShift')}<//></div></div>`
}
