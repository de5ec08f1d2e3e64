import { html } from '../../core/dom.js'
import { date, dayOf, duration, time } from '../../core/format.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Badge, Button, IconButton, PersonName, Status } from '../../core/ui.js'
import { stepsOf, take } from '../board/actions.js'
import { say as stepText } from '../board/words.js'
import { movable } from './model.js'
import { nameIn } from './send.js'
import { say } from './words.js'

/**
 * What is known of the selected visit, and what can be done with it here.
 * @param {{visit: import('../board/model.js').Visit, isPinned: boolean, on: {move: () => void, pin: () => void, next: () => void, cancel: () => void, again: () => void}, onClose: () => void}} props
 */
export function VisitPanel({ visit, isPinned, on, onClose }) {
    const { appointment: a, patient, alerts } = visit
    const canMove = movable(a.status)
    const minutes = (Date.parse(a.end) - Date.parse(a.start)) / 60_000
    const facts = [
        [say('when'), html`<span class="number">${date(dayOf(a.start), 'long')}, ${time(a.start)}–${time(a.end)}</span> <span class="muted">${duration(minutes)}</span>`],
        [say('service'), [a.service_name, ...(a.further_services || []).map((/** @type {any} */ one) => one.service_name)].join(', ')],
        [say('doctor'), html`<bdi>${[a.doctor_name, a.hygienist_name].filter(Boolean).join(', ')}</bdi>`], [say('chair'), a.chair_name],
        a.buffers && [say('buffers'), say('buffersText', { before: a.buffers.minutes_before, after: a.buffers.minutes_after })],
        a.group_capacity && [say('group'), say('groupText', { count: a.group_capacity })],
        patient?.phone && [say('phone'), html`<a href=${`tel:${patient.phone.replace(/[^+\d]/g, '')}`}>${patient.phone}</a>`],
        a.reason && [say('reason'), a.reason], a.note && !a.notes?.length && [say('note'), a.note],
    ].filter(Boolean)
    return html`<aside class="cal-side" aria-label=${say('visitOf', { name: nameIn(visit) })}>
        <header class="row spread"><h2><${PersonName} person=${{ name: nameIn(visit) }} /></h2><${IconButton} name="close" label=${say('closeSide')} onClick=${onClose} /></header>
        <div class="row"><${Status} status=${a.status} />${isPinned && html`<${Badge} icon="pin">${say('pinned')}<//>`}${patient?.birth_date && html`<span class="muted small">${date(patient.birth_date)}</span>`}</div>
        ${alerts?.length ? html`<ul class="bare row">${alerts.map((one) => html`<li key=${one.entry_id}><${Badge} tone="bad" icon="warning">${one.text}<//></li>`)}</ul>` : null}
        <dl class="cal-facts">${facts.map((/** @type {any} */ one) => html`<dt>${one[0]}</dt><dd>${one[1]}</dd>`)}</dl>
        ${a.notes?.length ? html`<section class="stack tight"><h3>${say('notes')}</h3>${a.notes.map((/** @type {any} */ one) => html`<p class="cal-note">${one.note} <span class="muted small"><bdi>${one.author?.name}</bdi></span></p>`)}</section>` : null}
        ${a.override && html`<p class="notice warn">${say('againstRules')}: ${[...(a.override.rules || []).map((/** @type {string} */ rule) => say(/** @type {any} */ (`rule_${rule}`))), a.override.reason].filter(Boolean).join(' · ')}</p>`}
        <div class="cal-steps">
            ${canMove && html`<${Button} kind="primary" keys="m" icon="calendar" onClick=${on.move}>${say('moveDots')}<//><${Button} keys="f" icon="clock" onClick=${on.next}>${say('nextFreeDots')}<//>`}
            ${canMove && html`<${Button} keys="p" icon="pin" onClick=${on.pin}>${isPinned ? say('unpin') : say('pin')}<//>`}
            ${stepsOf(visit).filter((name) => !['seat', 'cancel', 'checkInEarly'].includes(name)).map((name) => html`<${Button} key=${name} icon="check" onClick=${() => take(name, visit)}>${stepText(name)}<//>`)}
            <${Button} icon="plus" onClick=${on.again}>${say('bookAgain')}<//>
            <${Button} icon="person" onClick=${() => go('patients', { patientId: a.patient_id })}>${say('openPatient')}<//>
            ${session().role !== 'doctor' && html`<${Button} icon="board" onClick=${() => go('board', { date: a.date, appointmentId: a.id })}>${say('openBoard')}<//>`}
            ${a.can_cancel && ['requested', 'booked', 'confirmed', 'arrived', 'seated'].includes(a.status) && html`<${Button} kind="danger" onClick=${on.cancel}>${say('cancelDots')}<//>`}</div></aside>`
}
