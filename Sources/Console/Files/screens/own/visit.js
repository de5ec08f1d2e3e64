// One visit: its details, and confirming, moving or cancelling it.
import { post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, dayOf, duration, relative, time } from '../../core/format.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Dialog, Field, TextArea, toast } from '../../core/ui.js'
import { saveInCalendar } from '../../pages/ics.js'
import { Sure } from '../../pages/sure.js'
import { Act } from './act.js'
import { say } from './words.js'
import { CallClinic } from './who.js'
import { Treaters, VisitStatus } from './visit-parts.js'

/**
 * @param {{visit: any, canAct: boolean, onClose: () => any, onChanged?: () => any}} props
 */
export function VisitDialog({ visit, canAct, onClose, onChanged }) {
    const [isCancelling, setCancelling] = useState(false)
    const isOpen = ['requested', 'booked', 'confirmed'].includes(visit.status) && Date.parse(visit.start) > Date.now()
    if (isCancelling) return html`<${Cancel} visit=${visit} onClose=${() => setCancelling(false)} onDone=${() => (onClose(), onChanged?.())} />`
    return html`<${Dialog} title=${visit.service_name} onClose=${onClose}>
        <p class="page-when">${date(dayOf(visit.start), 'full')}<br />${time(visit.start)} – ${time(visit.end)}</p>
        <dl class="page-facts"><dt>${say('doctor')}</dt><dd><${Treaters} visit=${visit} /></dd><dt>${say('length')}</dt><dd>${duration((Date.parse(visit.end) - Date.parse(visit.start)) / 60_000)}</dd>
            ${visit.reason && html`<dt>${say('reason')}</dt><dd dir="auto">${visit.reason}</dd>`}<dt>${say('status')}</dt><dd><${VisitStatus} status=${visit.status} /></dd></dl>
        ${visit.status === 'cancelled' && visit.cancelled_at && html`<p class="muted">${say(visit.cancelled_by === 'clinic' ? 'cancelledBy_clinic' : 'cancelledBy_patient', { when: dateTime(visit.cancelled_at) })}</p>`}
        ${isOpen && html`${canAct && html`<p class="muted">${deadline(visit)}</p>`}<div class="own-actions">
            ${canAct && visit.status === 'booked' && html`<${Act} kind="primary" icon="check" onClick=${async () => {
                await post(`/appointments/${visit.id}/confirm`, {})
                toast(say('confirmedDone'))
                onClose()
                onChanged?.()
            }}>${say('confirm')}<//>`}
            ${canAct && visit.can_cancel && html`<${Act} icon="calendar" onClick=${() => go('own-visits/move', { visit })}>${say('move')}<//>
            <${Act} kind="danger" onClick=${() => setCancelling(true)}>${say('cancel')}<//>`}
            ${(!visit.can_cancel || !canAct) && html`<${CallClinic} />`}
            <${Act} kind="quiet" icon="download" onClick=${() => saveInCalendar({ start: visit.start, end: visit.end, title: [visit.service_name, session().clinic?.profile?.name].filter(Boolean).join(', '), place: session().clinic?.profile?.address })}>${say('calendar')}<//></div>`}<//>`
}

/** Until when the visit can be moved or cancelled. @param {any} visit */
export function deadline(visit) {
    const when = dateTime(visit.cancel_deadline)
    return visit.can_cancel && Date.parse(visit.cancel_deadline) > Date.now() ? say('until', { when, relative: relative(visit.cancel_deadline) }) : visit.can_cancel ? '' : say('tooLate', { when })
}

/** @param {{visit: any, onClose: () => any, onDone: () => any}} props */
function Cancel({ visit, onClose, onDone }) {
    const [reason, setReason] = useState('')
    const cancel = async () => {
        await post(`/appointments/${visit.id}/cancel`, reason.trim() ? { reason: reason.trim() } : {})
        toast(say('cancelDone'))
        onDone()
    }
    return html`<${Sure} title=${say('sureCancel')} text=${say('sureCancelText')} keep=${say('keep')} confirm=${say('cancel')} danger onClose=${onClose} onConfirm=${cancel}>
        <p><strong>${visit.service_name}</strong><br />${dateTime(visit.start)}</p><${Field} label=${say('whyCancel')}><${TextArea} maxLength="500" dir="auto" value=${reason} onInput=${setReason} /><//><//>`
}
