// A month of days to choose from, each with the number of its free times (ARIA grid).
import { html, useEffect, useRef, useState } from '../core/dom.js'
import { addDays, date, month as monthName, weekday, weekdayNumber } from '../core/format.js'
import { IconButton } from '../core/ui.js'
import { say } from './words.js'

/** @param {string} day */
export const monthOf = (day) => `${day.slice(0, 7)}-01`
/** @param {string} month the first day @param {number} count */
export function addMonths(month, count) {
    const at = new Date(`${month}T12:00:00Z`)
    at.setUTCMonth(at.getUTCMonth() + count)
    return at.toISOString().slice(0, 10)
}
/** The last day of a month. @param {string} month */
export const endOf = (month) => addDays(addMonths(month, 1), -1)

/**
 * @param {{month: string, first: string, last: string, free: Map<string, number>|undefined, value: string, onPick: (day: string) => any, onMonth: (month: string) => any}} props
 * `first` and `last` bound the days; `free` is undefined while it loads
 */
export function Days({ month, first, last, free, value, onPick, onMonth }) {
    const grid = useRef(/** @type {any} */ (null))
    const moved = useRef(false)
    const [at, setAt] = useState('')
    const days = daysOf(month)
    const here = days.includes(at) ? at : days.includes(value) ? value : days.find((day) => day >= first && (free?.get(day) || 0) > 0) || days.find((day) => day >= first) || days[0]
    useEffect(() => {
        if (!moved.current) return
        moved.current = false
        grid.current?.querySelector(`[data-day="${at}"]`)?.focus()
    }, [at, month])
    const move = (/** @type {string} */ next) => {
        const day = next < first ? first : next > last ? last : next
        moved.current = true
        setAt(day)
        if (monthOf(day) !== month) onMonth(monthOf(day))
    }
    const key = (/** @type {KeyboardEvent} */ event) => {
        const column = weekdayNumber(here)
        const next = {
            ArrowLeft: () => addDays(here, -1), ArrowRight: () => addDays(here, 1), ArrowUp: () => addDays(here, -7), ArrowDown: () => addDays(here, 7),
            Home: () => addDays(here, 1 - column), End: () => addDays(here, 7 - column), PageUp: () => sameDay(here, -1), PageDown: () => sameDay(here, 1),
        }[event.key]
        if (!next) return
        event.preventDefault()
        event.stopPropagation()
        move(next())
    }
    return html`<div class="days">
        <div class="row spread"><${IconButton} name="left" label=${say('previousMonth')} disabled=${month <= monthOf(first)} onClick=${() => onMonth(addMonths(month, -1))} />
            <strong class="days-month" aria-live="polite">${monthName(month)}</strong>
            <${IconButton} name="right" label=${say('nextMonth')} disabled=${month >= monthOf(last)} onClick=${() => onMonth(addMonths(month, 1))} /></div>
        <table role="grid" aria-label=${`${say('chooseDay')}. ${say('calendarHelp')}`} ref=${grid} onKeyDown=${key} aria-busy=${free ? undefined : 'true'}>
            <thead><tr>${weeksOf(month)[1].map((day) => html`<th scope="col"><abbr title=${weekday(/** @type {string} */ (day), 'long')}>${weekday(/** @type {string} */ (day)).slice(0, 2)}</abbr></th>`)}</tr></thead>
            <tbody>${weeksOf(month).map((week) => html`<tr>${week.map((day) => html`<td role="gridcell" aria-selected=${day && day === value ? 'true' : undefined}>${day && html`<${Day} day=${day} count=${free?.get(day)} open=${day >= first && day <= last}
                chosen=${day === value} stop=${day === here} onPick=${() => (setAt(day), onPick(day))} />`}</td>`)}</tr>`)}</tbody></table></div>`
}

/** @param {{day: string, count?: number, open: boolean, chosen: boolean, stop: boolean, onPick: () => any}} props */
function Day({ day, count = 0, open, chosen, stop, onPick }) {
    const can = open && count > 0
    return html`<button type="button" class=${`days-day ${can ? 'free' : ''} ${chosen ? 'chosen' : ''}`} data-day=${day} tabIndex=${stop ? 0 : -1} aria-disabled=${can ? undefined : 'true'} aria-pressed=${chosen ? 'true' : undefined}
        aria-label=${`${date(day, 'full')}, ${can ? say('freeTimes', { count }) : say('noFree')}`} onClick=${() => can && onPick()}><span>${Number(day.slice(8))}</span>${can && html`<small>${count}</small>`}</button>`
}

/** @param {string} month */
function daysOf(month) {
    const count = Number(endOf(month).slice(8))
    return Array.from({ length: count }, (_, index) => addDays(month, index))
}

/** The weeks of a month, from Monday; null where a week has days of another month. @param {string} month @returns {(string|null)[][]} */
function weeksOf(month) {
    const cells = [...Array.from({ length: weekdayNumber(month) - 1 }, () => null), ...daysOf(month)]
    while (cells.length % 7) cells.push(null)
    return Array.from({ length: cells.length / 7 }, (_, index) => cells.slice(index * 7, index * 7 + 7))
}

/** The same day of another month, or its last. @param {string} day @param {number} months */
function sameDay(day, months) {
    const month = addMonths(monthOf(day), months)
    const wanted = month.slice(0, 8) + day.slice(8)
    return wanted > endOf(month) ? endOf(month) : wanted
}
