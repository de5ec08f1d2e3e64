import { html, useEffect, useRef } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { age, date, dateTime, dayOf, duration, money, time } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, IconButton, Money, PersonName, Status, Time } from '../../core/ui.js'
import { menuOf, stepsOf } from './actions.js'
import { Clock, Pending } from './card.js'
import { stepKeys } from './model.js'
import { say } from './words.js'

/** @type {[string, any][]} */
const course = [['booked_at', 'bookedAt'], ['confirmed_at', 'confirmedAt'], ['arrived_at', 'arrivedAt'], ['seated_at', 'seatedAt'], ['started_at', 'startedAt'], ['finished_at', 'finishedAt'], ['completed_at', 'completedAt'], ['no_show_at', 'noShowAt']]

/**
 * The details of the selected visit, beside the board. It follows the selection.
 * @param {{visit: import('./model.js').Visit, today: string, run: (name: string, visit: any) => any, onClose: () => void}} props
 */
export function Panel({ visit, today, run, onClose }) {
    const { appointment: a, patient, balance_due: due, with_payers: payers, alerts } = visit
    const head = useRef(/** @type {any} */ (null))
    useEffect(() => {
        head.current?.focus({ preventScroll: true })
    }, [])
    const key = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
    }
    const minutes = (Date.parse(a.end) - Date.parse(a.start)) / 60_000
    const more = menuOf(visit, { run, open: () => {} }).filter((item) => item && item.keys !== 'Enter' && !item.disabled && !stepsOf(visit).some((name) => item.label === say(name)))
    return html`<aside class="board-panel" aria-label=${say('details')} onKeyDown=${key}>
        <header class="row spread"><h2 ref=${head} tabIndex=${-1}><${PersonName} person=${patient || { name: say('unknown') }} /></h2><${IconButton} name="close" label=${say('closePanel')} onClick=${onClose} /></header>
        <p class="muted">${patient?.birth_date && say('born', { date: date(patient.birth_date), age: age(patient.birth_date) })}${patient?.phone && html` · <a href=${`tel:${patient.phone.replace(/[^+\d]/g, '')}`}>${patient.phone}</a>`}</p>
        <div class="row"><${Status} status=${a.status} /><${Clock} visit=${visit} today=${today} /><${Pending} visit=${visit} />${a.status === 'requested' && html`<${NewPatient} id=${a.patient_id} />`}</div>
        ${alerts?.length ? html`<ul class="bare board-alerts" aria-label=${say('alerts')}>${alerts.map((one) => html`<li key=${one.entry_id}><${Badge} tone="bad" icon="warning">${one.text}<//></li>`)}</ul>` : null}
        ${alerts === null && html`<p class="notice warn">${say('restrictedText')}</p>`}
        <dl class="board-facts">
            <dt>${say('when')}</dt><dd><span class="number">${say('planned', { from: time(a.start), to: time(a.end) })}</span> <span class="muted">${duration(minutes)}</span></dd>
            <dt>${say('service')}</dt><dd>${[a.service_name, ...(a.further_services || []).map((/** @type {any} */ one) => one.service_name)].join(', ')}</dd>
            <dt>${say('doctor')}</dt><dd>${[a.doctor_name, a.hygienist_name].filter(Boolean).join(', ')}</dd>
            <dt>${say('chair')}</dt><dd>${a.chair_name}</dd>
            ${a.reason && html`<dt>${say('reasonLabel')}</dt><dd>${a.reason}</dd>`}
            ${due && due.amount > 0 && html`<dt>${say('owes', { money: '' })}</dt><dd><${Money} value=${due} />${payers?.amount ? html` <span class="muted">(${say('withPayers', { money: money(payers) })})</span>` : ''}</dd>`}
        </dl>
        <div class="row">${visit.form_due && html`<${Badge} tone="warn" icon="file">${say('formDue')}<//>`}${visit.not_invoiced && html`<${Badge} tone="warn">${say('notInvoiced')}<//>`}</div>
        ${a.override && html`<p class="notice warn">${say('broken', { reason: a.override.reason || '' })}</p>`}
        ${(a.notes?.length || a.note) && html`<section class="stack tight"><h3>${say('notes')}</h3>${(a.notes || [{ note: a.note }]).map((/** @type {any} */ one) => html`<p class="board-note">${one.note}${one.at && html` <span class="muted small"><bdi>${one.author?.name}</bdi>, ${dateTime(one.at)}</span>`}</p>`)}</section>`}
        <section class="stack tight"><h3>${say('stepsFor')}</h3><div class="board-panel-steps">
            ${stepsOf(visit).map((name) => html`<${Button} key=${name} kind=${name === 'cancel' || name === 'noShow' ? 'danger' : 'plain'} keys=${stepKeys[name]} onClick=${() => run(name, visit)}>${say(name)}<//>`)}
            ${more.map((item) => item && html`<${Button} key=${item.label} kind="quiet" onClick=${item.run}>${item.label}<//>`)}</div></section>
        <section class="stack tight"><h3>${say('times')}</h3><ol class="bare board-course">${course.filter(([name]) => a.times[name]).map(([name, word]) => html`<li key=${name}><span>${say(word)}</span>${dayOf(a.times[name]) === a.date ? html`<${Time} value=${a.times[name]} />` : html`<span class="number">${dateTime(a.times[name])}</span>`}</li>`)}</ol></section>
    </aside>`
}

/** Says that a patient who asked for a visit is new. @param {{id: string}} props */
function NewPatient({ id }) {
    const { data } = useLoad(() => get(`/patients/${id}`), [id])
    return data?.provisional ? html`<${Badge} tone="violet">${say('newPatient')}<//>` : null
}
