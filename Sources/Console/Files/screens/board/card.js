import { Component, html, useEffect, useRef, useState } from '../../core/dom.js'
import { money, nameOf, time } from '../../core/format.js'
import { Icon, Menu, PersonName, Status, statusText } from '../../core/ui.js'
import { Late, Wait } from './clock.js'
import { likeliest } from './model.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Visit} Visit */
/**
 * What a card can ask of the board; the object stays the same, so that cards are not drawn again because of it.
 * @typedef {{select: (id: string) => void, open: (id: string) => void, items: (visit: Visit) => any[], steps: (visit: Visit) => import('./model.js').StepName[], run: (name: string, visit: Visit) => any, menu: (open: boolean) => void}} Asks
 */

/** What needs attention at a visit, in short words. @param {{visit: Visit, withStatus?: boolean}} props */
export function Marks({ visit, withStatus }) {
    const { appointment, balance_due: due, with_payers: payers, alerts, form_due: formDue, not_invoiced: notInvoiced } = visit
    const isAhead = ['requested', 'booked', 'confirmed', 'arrived', 'seated'].includes(appointment.status)
    return html`
        ${appointment.status === 'requested' && html`<span class="badge violet">${say('toApprove')}</span>`}
        ${withStatus && appointment.status === 'confirmed' && html`<span class="board-mark good" title=${statusText('confirmed')}><${Icon} name="check" label=${statusText('confirmed')} /></span>`}
        ${alerts?.length ? html`<span class="badge bad board-alert" title=${`${say('alerts')}: ${alerts.map((one) => one.text).join(', ')}`}><${Icon} name="warning" label=${say('alerts')} /><span>${alerts[0].text}${alerts.length > 1 ? ` +${alerts.length - 1}` : ''}</span></span>` : null}
        ${alerts === null && html`<span class="board-mark" title=${say('restrictedText')}><${Icon} name="lock" label=${say('restricted')} /></span>`}
        ${formDue && isAhead && html`<span class="board-mark warn" title=${say('formDueText')}><${Icon} name="file" label=${say('formDue')} /></span>`}
        ${due && due.amount > 0 && html`<span class="board-money number" title=${say('owes', { money: money(due) }) + (payers?.amount ? ` (${say('withPayers', { money: money(payers) })})` : '')}>${money(due)}</span>`}
        ${notInvoiced && html`<span class="badge warn">${say('notInvoiced')}</span>`}`
}

/** How long the patient waits, or how late the patient is. @param {{visit: Visit, today: string}} props */
export function Clock({ visit: { appointment, wait }, today }) {
    if (wait) return html`<${Wait} since=${wait.since} warnAt=${wait.warn_at} />`
    if (appointment.waiting_since) return html`<${Wait} since=${appointment.waiting_since} />`
    if (['booked', 'confirmed', 'requested'].includes(appointment.status) && appointment.date === today) return html`<${Late} start=${appointment.start} />`
    return null
}

/** @param {{visit: Visit}} props */
export function Pending({ visit }) {
    if (!visit.pending) return null
    return html`<span class=${`board-pending ${visit.pending}`}><${Icon} name=${visit.pending === 'waits' ? 'clock' : 'up'} />${say(visit.pending === 'waits' ? 'pendingWaits' : 'pendingSent')}</span>`
}

/** The likeliest step as a button, and the menu of all. @param {{visit: Visit, asks: Asks, tab: boolean}} props */
export function StepButtons({ visit, asks, tab }) {
    const [, again] = useState({})
    const isOpen = useRef(false)
    // A card that leaves its column takes its menu with it: the board goes on.
    useEffect(() => () => (isOpen.current ? asks.menu(false) : undefined), [])
    const names = asks.steps(visit)
    const first = likeliest(names)
    const tabIndex = tab ? 0 : -1
    return html`<span class="board-steps">
        ${first && html`<button type="button" class="button small" tabIndex=${tabIndex} disabled=${visit.pending === 'sent'} onClick=${(/** @type {any} */ event) => (event.stopPropagation(), asks.run(first, visit))}>${say(/** @type {any} */ (`short_${first}`))}</button>`}
        <${Menu} small kind="quiet" icon="more" tabIndex=${tabIndex} ariaLabel=${say('more', { name: nameOf(visit.patient) || say('unknown') })} items=${asks.items(visit)}
            onOpenChange=${(/** @type {boolean} */ open) => ((isOpen.current = open), open && asks.select(visit.appointment.id), asks.menu(open), again({}))} /></span>`
}

/** What is read of a card that gets the focus. @param {Visit} visit */
function labelOf({ appointment: a, patient, balance_due: due, alerts, form_due: formDue }) {
    return [`${time(a.start)} ${nameOf(patient) || say('unknown')}`, statusText(a.status), a.service_name, a.doctor_name, alerts?.length && `${say('alerts')}: ${alerts.map((one) => one.text).join(', ')}`, due && due.amount > 0 && say('owes', { money: money(due) }), formDue && a.status !== 'completed' && say('formDue')].filter(Boolean).join(', ')
}

/**
 * A visit as a card. It is drawn again only when the visit or its selection changes.
 * Its props: `visit`, `selected`, `tab` (whether the Tab key reaches it), `asks`, `today`, `where` (the view).
 */
export class VisitCard extends Component {
    /** @param {any} next */
    shouldComponentUpdate(next) {
        const now = /** @type {any} */ (this).props
        return next.visit !== now.visit || next.selected !== now.selected || next.tab !== now.tab || next.today !== now.today || next.where !== now.where
    }

    /** @param {any} props */
    render({ visit, selected, tab, asks, today, where }) {
        const { appointment: a, patient } = visit
        const isOver = a.status === 'completed' || a.status === 'no_show'
        return html`<li class=${`board-card ${a.status} ${selected ? 'selected' : ''} ${visit.pending || ''} ${isOver ? 'over' : ''}`}>
            <div class="board-face" id=${`visit-${a.id}`} data-visit=${a.id} role="group" tabIndex=${tab ? 0 : -1} aria-current=${selected ? 'true' : undefined} aria-label=${labelOf(visit)}
                onClick=${() => asks.select(a.id)} onDblClick=${() => asks.open(a.id)} onFocus=${() => asks.select(a.id)}
                onKeyDown=${(/** @type {any} */ event) => event.key === 'Enter' && event.target === event.currentTarget && (event.preventDefault(), asks.open(a.id))}>
                <span class="board-time number">${time(a.start)}</span>
                <span class="board-clock"><${Clock} visit=${visit} today=${today} /></span>
                <button type="button" class="board-name" tabIndex=${-1} onClick=${(/** @type {any} */ event) => (event.stopPropagation(), asks.open(a.id))}><${PersonName} person=${patient || { name: say('unknown') }} /></button>
                <span class="board-what">${a.service_name}</span>
                <span class="board-who">${a.doctor_name}${where === 'chair' ? '' : html` · <span class="board-chair">${a.chair_name}</span>`}</span>
                ${where !== 'state' && html`<span class="board-status"><${Status} status=${a.status} /></span>`}
                <${Pending} visit=${visit} />
                <span class="board-foot"><span class="board-marks"><${Marks} visit=${visit} withStatus=${where === 'state'} /></span>
                <${StepButtons} visit=${visit} asks=${asks} tab=${selected} /></span>
            </div></li>`
    }
}
