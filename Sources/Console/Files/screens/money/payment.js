import { get, openDocument } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, money, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Badge, Button, Dialog, Failure, Menu, Skeleton } from '../../core/ui.js'
import { ErrorDialog, RefundDialog, ReleaseDialog } from './correct.js'
import { usePatient } from './names.js'
import { StatementDialog } from './statement.js'
import { say } from './words.js'

/** @param {string} id */
async function readAll(id) {
    const [payment, history] = await Promise.all([get(`/payments/${id}`), get(`/payments/${id}/history`).catch(() => ({ items: [] }))])
    const ids = [...new Set([...payment.allocations, ...payment.releases].map((/** @type {any} */ one) => one.invoice_id))]
    const invoices = await Promise.all(ids.map((one) => get(`/invoices/${one}`).catch(() => null)))
    return { payment, by: history.items.at(-1)?.name, invoices: new Map(invoices.filter(Boolean).map((one) => [one.id, one])) }
}

/**
 * @param {{payment: {id: string, patient?: any}, onClose: () => void, onChanged: () => void, onInvoice: (invoice: any) => void}} props
 */
export function PaymentDialog({ payment: given, onClose, onChanged, onInvoice }) {
    const { data, error, reload } = useLoad(() => readAll(given.id), [given.id])
    const [step, setStep] = useState(/** @type {any} */ (null))
    const patient = usePatient(data?.payment.patient_id, given.patient)
    if (!data) return html`<${Dialog} title=${say('paymentPlain')} wide onClose=${onClose}>${error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${6} />`}<//>`
    const { payment, invoices, by } = data
    const changed = async () => (onChanged(), reload())
    const close = () => setStep(null)
    const left = payment.amount.amount - payment.refunded.amount
    const numberOf = (/** @type {string} */ id) => say('invoice', { number: invoices.get(id)?.number || '' })
    return html`<${Dialog} title=${html`${payment.number ? say('payment', { number: payment.number }) : say('paymentPlain')} ${payment.in_error && html`<${Badge} tone="bad">${say('inError')}<//>`}`} wide onClose=${onClose} footer=${html`
            <${Button} icon="file" onClick=${() => openDocument(`/payments/${payment.id}/pdf`)}>${say('receipt')}<//>
            <${Menu} label=${say('moreSteps')} icon="more" items=${[
                { label: say('statement'), run: () => setStep('statement') },
                session().role === 'admin' && { label: say('history'), run: () => go('history/changes', { kind: 'payment', id: payment.id, title: say('payment', { number: payment.number || '' }) }) },
                { label: say('inError'), danger: true, disabled: payment.in_error || payment.refunds.length > 0, run: () => setStep('error') },
            ]} />
            <${Button} kind="danger" disabled=${payment.in_error || left <= 0} onClick=${() => setStep('refund')}>${say('refund')}<//>`}>
        <div class="row spread money-facts">
            <div><span class="muted">${say('patient')}</span><br /><strong><bdi>${nameOf(patient)}</bdi></strong></div>
            <div><span class="muted">${say('receivedAt')}</span><br /><span class="number">${dateTime(payment.received_at)}</span>${by && html`<br /><span class="muted small"><bdi>${say('by', { name: by })}</bdi></span>`}</div>
            <div><span class="muted">${say('method')}</span><br />${say(payment.method)}${payment.drawer && payment.method === 'cash' && html` · ${say('drawerNumber', { number: payment.drawer })}`}${payment.reference && html`<br /><span class="muted">${payment.reference}</span>`}${payment.value_on && html`<br /><span class="muted">${date(payment.value_on)}</span>`}</div>
            <div class="money-big"><strong class=${`number ${payment.in_error ? 'money-gone' : ''}`}>${money(payment.amount)}</strong>${payment.rounding?.amount ? html`<br /><span class="muted small">${say('roundedBy', { amount: money(payment.rounding) })}</span>` : ''}</div></div>
        ${payment.error_reason && html`<p class="notice bad">${say('inError')}: ${payment.error_reason}</p>`}
        <section class="stack tight"><h3>${say('allocations')}</h3><ul class="bare money-list">
            ${payment.allocations.map((/** @type {any} */ one) => html`<li key=${one.invoice_id}><${Button} kind="quiet" small onClick=${() => onInvoice({ id: one.invoice_id })}>${numberOf(one.invoice_id)}<//>
                <span class="row"><span class="number">${money(one.amount)}</span>${!payment.in_error && html`<${Button} small kind="quiet" onClick=${() => setStep({ release: one.invoice_id })}>${say('release')}<//>`}</span></li>`)}
            ${payment.credit.amount > 0 && html`<li><span>${say('left')}</span><span class="number">${money(payment.credit)}</span></li>`}</ul></section>
        ${payment.refunds.length > 0 && html`<section class="stack tight"><h3>${say('refunds')}</h3><ul class="bare money-list">
            ${payment.refunds.map((/** @type {any} */ one) => html`<li key=${one.id}><span><strong class="number">${one.number || ''}</strong> ${dateTime(one.refunded_at)} · ${say(one.method)} ${one.goodwill && html`<${Badge}>${say('goodwillMark')}<//>`}<br /><span class="muted">${one.reason}</span></span><span class="number">${money(one.amount)}</span></li>`)}</ul></section>`}
        ${payment.releases.length > 0 && html`<section class="stack tight"><h3>${say('releases')}</h3><ul class="bare money-list">
            ${payment.releases.map((/** @type {any} */ one, /** @type {number} */ index) => html`<li key=${index}><span>${numberOf(one.invoice_id)}<br /><span class="muted">${one.reason}</span></span><span class="number">${money(one.amount)}</span></li>`)}</ul></section>`}
        ${step === 'refund' && html`<${RefundDialog} payment=${payment} onClose=${close} onChanged=${changed} />`}
        ${step === 'error' && html`<${ErrorDialog} payment=${payment} onClose=${close} onChanged=${changed} />`}
        ${step?.release && html`<${ReleaseDialog} payment=${payment} invoiceID=${step.release} onClose=${close} onChanged=${changed} />`}
        ${step === 'statement' && html`<${StatementDialog} patient=${patient} onClose=${close} />`}<//>`
}
