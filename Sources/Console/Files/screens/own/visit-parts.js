// How a visit is shown to the patient.
import { html } from '../../core/dom.js'
import { date, dayOf, time, weekday } from '../../core/format.js'
import { Badge, Icon, statusTones } from '../../core/ui.js'
import { say } from './words.js'

/** A visit's status in the patient's words. @param {{status: string}} props */
export function VisitStatus({ status }) {
    return html`<${Badge} tone=${status === 'ready_for_checkout' ? 'good' : statusTones[status] || 'neutral'}>${say(/** @type {any} */ (status))}<//>`
}

/** The people who treat. @param {{visit: any}} props */
export function Treaters({ visit }) {
    return html`<bdi>${visit.doctor_name}</bdi>${visit.hygienist_name && html` ${say('hygienist')} <bdi>${visit.hygienist_name}</bdi>`}`
}

/** A day as a leaf of a calendar. @param {{start: string}} props */
export function Leaf({ start }) {
    const day = dayOf(start)
    const [month] = date(day, 'long').match(/\p{L}{3,}$/u) || []
    return html`<span class="own-leaf" aria-hidden="true"><small>${weekday(day)}</small><strong>${Number(day.slice(8))}</strong><small>${(month || day.slice(5, 7)).slice(0, 3)}</small></span>`
}

/** One visit in a list; it opens. @param {{visit: any, onOpen: () => any, note?: any}} props */
export function VisitRow({ visit, onOpen, note }) {
    return html`<button type="button" class=${`own-visit ${visit.status === 'cancelled' ? 'off' : ''}`} onClick=${onOpen}>
        <${Leaf} start=${visit.start} /><span class="own-visit-text"><span class="sr-only">${date(dayOf(visit.start), 'full')}</span><strong>${time(visit.start)} · ${visit.service_name}</strong>
        <span class="muted"><${Treaters} visit=${visit} /></span>${note}<span><${VisitStatus} status=${visit.status} /></span></span><${Icon} name="right" /></button>`
}
