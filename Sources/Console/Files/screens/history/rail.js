import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { addDays, dateTime, dayOf, minutesOfDay, startOfDay, time, today, zonedDate } from '../../core/format.js'
import { Button, DateInput, Field, IconButton, Input } from '../../core/ui.js'
import { say } from './words.js'

/** Minutes of a day; 1380 or 1500 when the clocks change. @param {string} day */
export const minutesIn = (day) => Math.round((startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 60_000)

/**
 * A slider and fields for a moment that is past. The moment counts once the hand rests.
 * @param {{value: Date, onChange: (at: Date) => void, marks?: Date[]}} props
 */
export function Rail({ value, onChange, marks = [] }) {
    const [at, setAt] = useState(value)
    const timer = useRef(/** @type {any} */ (0))
    useEffect(() => setAt(value), [value.getTime()])
    useEffect(() => () => clearTimeout(timer.current), [])
    const day = dayOf(at)
    const most = minutesIn(day)
    const move = (/** @type {Date} */ next, wait = 180) => {
        const bounded = new Date(Math.min(next.getTime(), Date.now()))
        setAt(bounded)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onChange(bounded), wait)
    }
    const shift = (/** @type {number} */ minutes) => move(new Date(at.getTime() + minutes * 60_000))
    const slide = (/** @type {any} */ event) => move(new Date(startOfDay(day).getTime() + Number(event.target.value) * 60_000))
    return html`<section class="history-rail" aria-label=${say('at')}>
        <div class="history-rail-head"><${Field} label=${say('day')}><${DateInput} value=${day} max=${today()} onChange=${(/** @type {string} */ next) => next && move(zonedDate(next, time(at)), 0)} /><//>
            <${Field} label=${say('time')}><${Input} type="time" step="60" value=${time(at)} onInput=${(/** @type {string} */ clock) => clock && move(zonedDate(day, clock))} /><//>
            <div class="row history-steps">${[[-60, '−1 h'], [-5, '−5 min'], [5, '+5 min'], [60, '+1 h']].map(([minutes, label]) => html`<${Button} key=${label} small aria-label=${`${Number(minutes) < 0 ? say('earlier') : say('later')} ${label}`} onClick=${() => shift(Number(minutes))}>${label}<//>`)}
                <${IconButton} name="clock" label=${say('now')} onClick=${() => move(new Date(), 0)} /></div>
            <output class="history-moment number">${dateTime(at)}</output></div>
        <div class="history-slider"><div class="history-marks" aria-hidden="true">${marks.filter((mark) => dayOf(mark) === day).map((mark, index) => html`<i key=${index} style=${{ insetInlineStart: `${(minutesOfDay(mark, day) / most) * 100}%` }}></i>`)}</div>
            <input type="range" min="0" max=${most} step="1" value=${minutesOfDay(at, day)} aria-label=${say('slider')} aria-valuetext=${dateTime(at)} onInput=${slide} />
            <div class="history-hours" aria-hidden="true">${[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => html`<span key=${hour} style=${{ insetInlineStart: `${Math.min(100, (hour * 60) / most * 100)}%` }}>${String(hour).padStart(2, '0')}</span>`)}</div></div>
        ${marks.length > 0 && html`<p class="muted small">${say('marks')}</p>`}</section>`
}
