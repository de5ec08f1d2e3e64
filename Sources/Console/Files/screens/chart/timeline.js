// A slider over the history of the chart. The marks are the days on which something changed.
import { html } from '../../core/dom.js'
import { addDays, date, relative, today } from '../../core/format.js'
import { IconButton } from '../../core/ui.js'
import { say } from './words.js'

const number = (/** @type {string} */ day) => Math.round(Date.parse(`${day}T12:00:00Z`) / 86_400_000)

/** @param {{days: string[], day: string, onChange: (day: string) => void}} props */
export function Timeline({ days, day, onChange }) {
    const last = today()
    const first = days[0] && days[0] < last ? days[0] : ''
    if (!first) return null
    const span = number(last) - number(first)
    const at = Math.max(0, Math.min(span, number(day) - number(first)))
    const before = [...days].reverse().find((one) => one < day)
    const after = [...days, last].find((one) => one > day)
    return html`<div class="chart-timeline">
        <${IconButton} name="left" label=${say('changeBefore')} disabled=${!before} onClick=${() => before && onChange(before)} />
        <div class="chart-track"><div class="chart-marks" aria-hidden="true">${days.map((one) => html`<span key=${one} style=${{ left: `${((number(one) - number(first)) / (span || 1)) * 100}%` }}></span>`)}</div>
            <input type="range" min="0" max=${span} step="1" value=${at} aria-label=${say('history')} aria-valuetext=${date(day, 'full')} onInput=${(event) => onChange(addDays(first, Number(event.target.value)))} /></div>
        <${IconButton} name="right" label=${say('changeAfter')} disabled=${!after} onClick=${() => after && onChange(after)} />
        <output class="chart-day number"><strong>${date(day)}</strong> <span class="small muted">${day === last ? say('today') : relative(`${day}T12:00:00Z`)}</span></output></div>`
}
