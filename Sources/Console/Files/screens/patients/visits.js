// The visits of a patient: those to come, then the history.
import { html, useState } from '../../core/dom.js'
import { date, dateTime, time, weekday } from '../../core/format.js'
import { go } from '../../core/router.js'
import { Button, Dialog, Empty, Failure, Skeleton, Status, Table } from '../../core/ui.js'
import { past, upcoming } from './visits-of.js'
import { say } from './words.js'

/** @param {{visits: any}} props */
export function Tab({ visits }) {
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const [count, setCount] = useState(40)
    if (visits.error && !visits.data) return html`<${Failure} error=${visits.error} retry=${visits.reload} />`
    if (!visits.data) return html`<${Skeleton} rows=${5} />`
    const next = upcoming(visits.data)
    const before = past(visits.data)
    if (!next.length && !before.length) return html`<${Empty} icon="calendar" title=${say('noVisits')} />`
    const columns = [
        { key: 'date', label: say('day'), render: (one) => html`<span class="number">${weekday(one.date)} ${date(one.date)}</span>` },
        { key: 'start', label: say('time'), render: (one) => html`<span class="number">${time(one.start)}</span>` },
        { key: 'service_name', label: say('service'), render: (one) => [one.service_name, ...(one.further_services || []).map((more) => more.service_name)].join(', ') },
        { key: 'doctor_name', label: say('doctor'), render: (one) => html`<bdi>${one.doctor_name}</bdi>` },
        { key: 'status', label: say('status'), render: (one) => html`<${Status} status=${one.status} />` },
    ]
    return html`${next.length > 0 && html`<${Table} columns=${columns} rows=${next} caption=${say('toCome')} onOpen=${setShown} />`}
        ${before.length > 0 && html`<${Table} columns=${columns} rows=${before.slice(0, count)} caption=${say('history', { count: before.length })} onOpen=${setShown} />`}
        ${before.length > count && html`<div><${Button} onClick=${() => setCount(count + 100)}>${say('showMore')}<//></div>`}
        ${shown && html`<${Visit} visit=${shown} onClose=${() => setShown(null)} />`}`
}

/**
 * One visit: its steps with their times.
 * @param {{visit: any, onClose: () => void}} props
 */
function Visit({ visit, onClose }) {
    const steps = ['booked_at', 'confirmed_at', 'arrived_at', 'seated_at', 'started_at', 'finished_at', 'completed_at', 'cancelled_at', 'no_show_at'].filter((step) => visit.times[step]).sort((a, b) => visit.times[a].localeCompare(visit.times[b]))
    const notes = visit.notes || (visit.note ? [{ note: visit.note }] : [])
    return html`<${Dialog} title=${`${visit.service_name}, ${date(visit.date)}`} onClose=${onClose} footer=${html`<${Button} icon="calendar" onClick=${() => (onClose(), go('calendar', { day: visit.date, date: visit.date, appointmentId: visit.id }))}>${say('inCalendar')}<//>`}>
        <div class="row"><${Status} status=${visit.status} /><span class="number">${time(visit.start)}–${time(visit.end)}</span><bdi>${visit.doctor_name}</bdi><span class="muted">${visit.chair_name}</span></div>
        ${visit.reason && html`<p>${visit.reason}</p>`}
        ${visit.cancellation && html`<p class="notice">${say(visit.cancellation.by === 'patient' ? 'cancelledByPatient' : 'cancelledByClinic')}${visit.cancellation.reason ? `: ${visit.cancellation.reason}` : ''}</p>`}
        <ol class="bare patients-times">${steps.map((step) => html`<li><span>${say(/** @type {any} */ (step))}</span><span class="number muted">${dateTime(visit.times[step])}</span></li>`)}</ol>
        ${notes.map((one) => html`<blockquote class="patients-note"><p class="patients-lines">${one.note}</p>${one.author && html`<footer class="small muted"><bdi>${one.author.name}</bdi>, ${dateTime(one.at)}</footer>`}</blockquote>`)}<//>`
}
