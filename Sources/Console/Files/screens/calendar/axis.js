import { html } from '../../core/dom.js'
import { time } from '../../core/format.js'
import { dayLength, instantAt } from './hours.js'
import { say } from './words.js'

/**
 * The times at the left of the columns: each hour that passes, also when the clocks change.
 * @param {{day: string, range: {from: number, to: number}, scale: number, inner?: boolean}} props
 */
export function Axis({ day, range, scale, inner }) {
    const every = scale > 2 ? 30 : 60
    const marks = []
    const seen = new Set()
    for (let minute = range.from; minute < Math.min(range.to, dayLength(day)); minute += every) {
        const text = time(instantAt(day, minute))
        const again = seen.has(text)
        seen.add(text)
        marks.push(html`<span key=${minute} class=${`cal-mark ${minute % 60 ? 'half' : ''} ${again ? 'again' : ''}`} style=${{ top: `${(minute - range.from) * scale}px` }}>${minute % 60 && !inner ? '' : text}${again && !(minute % 60) ? html`<span class="cal-again" title=${say('secondHour')}>²</span>` : ''}</span>`)
    }
    return html`<div class=${inner ? 'cal-axis inner' : 'cal-axis'} aria-hidden="true">${marks}</div>`
}

/** What a day of a change of clocks says in its header. @param {string} day */
export function dayNote(day) {
    const hours = dayLength(day) / 60
    return hours === 24 ? '' : say('hoursOfDay', { hours: Number.isInteger(hours) ? hours : hours.toFixed(1) })
}
