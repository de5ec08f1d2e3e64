import { html, useMemo } from '../../core/dom.js'
import { duration, nameOf, time } from '../../core/format.js'
import { Icon, statusText } from '../../core/ui.js'
import { clock, isSecond } from './hours.js'
import { nameIn } from './send.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Placed} Placed */

/** The sign of each status, beside its colour. @type {Record<string, string>} */
const statusIcons = { requested: 'bell', confirmed: 'check', arrived: 'person', seated: 'chair', in_treatment: 'tooth', ready_for_checkout: 'out', completed: 'check', no_show: 'close' }

/** What a screen reader says of a visit. @param {import('../board/model.js').Visit} visit */
export function visitLabel(visit) {
    const { appointment: a } = visit
    return [`${time(a.start)}–${time(a.end)}`, nameIn(visit), a.service_name, statusText(a.status), a.chair_name, a.doctor_name, isSecond(a.start) && say('secondHour'), a.override && say('againstRules'), visit.alerts?.length && say('hasAlerts'), visit.pending && say(visit.pending === 'sent' ? 'pending_sent' : 'pending_waits')].filter(Boolean).join(', ')
}

/** How the parts of a visit lie in which the doctor does not treat. @param {any} a @param {boolean} assists @param {number} scale */
function idleParts(a, assists, scale) {
    let at = 0
    return (a.segments || []).map((/** @type {any} */ part) => {
        const top = at
        at += part.minutes
        return (part.provider === 'hygienist') === assists ? null : html`<span class="cal-idle" style=${{ top: `${top * scale}px`, height: `${part.minutes * scale}px` }}></span>`
    })
}

/**
 * One visit in a column, with the time before and after it in which the chair is taken.
 * @param {{placed: Placed, scale: number, from: number, mode: string, isSelected: boolean, isMoving: boolean, isPinned: boolean, isTab: boolean}} props
 */
export function VisitBlock({ placed, scale, from, mode, isSelected, isMoving, isPinned, isTab }) {
    const { visit, lane, lanes, assists } = placed
    return useMemo(() => {
        const { appointment: a } = visit
        const height = Math.max((placed.to - placed.from) * scale - 1, 22)
        const lines = height < 34 ? 1 : height < 52 ? 2 : 3
        const top = (placed.from - from) * scale
        const side = { left: `calc(${(lane / lanes) * 100}% + 2px)`, width: `calc(${100 / lanes}% - 4px)` }
        const buffers = a.buffers && !assists
        const second = mode === 'chair' ? a.doctor_name : a.chair_name
        return html`<li class="cal-item">
            ${buffers && a.buffers.minutes_before > 0 && html`<span class="cal-buffer" style=${{ ...side, top: `${top - a.buffers.minutes_before * scale}px`, height: `${a.buffers.minutes_before * scale}px` }}></span>`}
            ${buffers && a.buffers.minutes_after > 0 && html`<span class="cal-buffer" style=${{ ...side, top: `${(placed.to - from) * scale}px`, height: `${a.buffers.minutes_after * scale}px` }}></span>`}
            <button type="button" data-visit=${a.id} tabIndex=${isTab ? 0 : -1} class=${['cal-visit', `s-${a.status}`, isSelected && 'selected', isMoving && 'lifted', isPinned && 'pinned', visit.pending && `pending-${visit.pending}`, assists && 'assists', `lines-${lines}`].filter(Boolean).join(' ')}
                style=${{ ...side, top: `${top}px`, height: `${height}px` }} aria-label=${visitLabel(visit)} aria-pressed=${isSelected} title=${`${time(a.start)}–${time(a.end)} (${duration(placed.to - placed.from)}) · ${nameOf(visit.patient)} · ${a.service_name} · ${second} · ${statusText(a.status)}`}>
                ${a.segments && idleParts(a, assists, scale)}
                <span class="cal-visit-head"><span class="number cal-visit-time">${clock(a.start)}</span> <bdi class="cal-visit-name">${nameIn(visit)}</bdi>
                    <span class="cal-marks">${a.override && html`<${Icon} name="warning" />`}${visit.alerts?.length ? html`<${Icon} name="shield" />` : null}${isPinned && html`<${Icon} name="pin" />`}${visit.pending === 'waits' && html`<${Icon} name="clock" />`}${statusIcons[a.status] && html`<span class="cal-status"><${Icon} name=${statusIcons[a.status]} /></span>`}</span></span>
                ${lines > 1 && html`<span class="cal-visit-more"><span class="number cal-narrow-time">${clock(a.start)} </span>${a.service_name}${lines === 2 ? html` · ${second}` : ''}</span>`}${lines > 2 && html`<span class="cal-visit-more">${second}</span>`}
            </button></li>`
    }, [visit, lane, lanes, placed.from, placed.to, assists, scale, from, mode, isSelected, isMoving, isPinned, isTab])
}
