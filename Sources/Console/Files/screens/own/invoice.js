// One invoice with its lines, payments and PDFs.
import { get, openDocument } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, dateTime, money, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Dialog, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { say } from './words-more.js'

/** @param {{id: string, onClose: () => any}} props */
export function InvoiceDialog({ id, onClose }) {
    const { data, error, reload } = useLoad(() => get(`/invoices/${id}`), [id])
    return html`<${Dialog} wide title=${data ? say('invoice', { number: data.number }) : say('bills')} onClose=${onClose} footer=${data && html`<${Act} kind="primary" icon="download" onClick=${() => openDocument(`/invoices/${id}/pdf`)}>${say('pdf')}<//>`}>
        ${error && html`<${Failed} error=${error} retry=${reload} />`}${!data && !error && html`<${Skeleton} rows=${5} />`}${data && html`<${Invoice} invoice=${data} />`}<//>`
}

/** @param {{invoice: any}} props */
function Invoice({ invoice }) {
    const sums = /** @type {[string, any][]} */ ([['total', invoice.total], invoice.tax.amount ? ['tax', invoice.tax] : null, invoice.paid.amount ? ['paidSum', invoice.paid] : null, invoice.credited.amount ? ['creditedSum', invoice.credited] : null, invoice.written_off.amount ? ['writtenOff', invoice.written_off] : null, ['balance', invoice.balance],
        invoice.with_payers.amount ? ['share', invoice.patient_share] : null].filter(Boolean))
    return html`<p class="row spread"><span class="muted">${say('issued', { day: date(invoice.issued_on) })} · ${say('due', { day: date(invoice.due_on) })}</span><${Badge} tone=${invoice.status === 'paid' ? 'good' : 'neutral'}>${say(invoice.status)}<//></p>
        ${invoice.void_reason && html`<p class="notice">${say('voidReason', { reason: invoice.void_reason })}</p>`}
        <h3>${say('lines')}</h3><ul class="bare own-items">${invoice.lines.map((/** @type {any} */ line, /** @type {number} */ index) => html`<li key=${index}><span class="row spread"><span dir="auto">${line.description}</span><span class="number">${money(line.amount)}</span></span>
            ${(line.quantity !== 1 || line.discount.amount > 0) && html`<small class="muted">${[line.quantity !== 1 && say('quantity', { count: number(line.quantity, Number.isInteger(line.quantity) ? 0 : 2), price: money(line.unit_price) }), line.discount.amount > 0 && say('discount', { sum: money(line.discount) })].filter(Boolean).join(' · ')}</small>`}</li>`)}</ul>
        <dl class="own-sums">${sums.map(([key, value]) => html`<dt class=${key === 'balance' ? 'strong' : ''}>${say(/** @type {any} */ (key))}</dt><dd class=${`number ${key === 'balance' ? 'strong' : ''}`}>${money(value)}</dd>`)}</dl>
        ${invoice.instalments.length > 0 && html`<h3>${say('instalments')}</h3><ul class="bare own-items">${invoice.instalments.map((/** @type {any} */ one) => html`<li class="row spread"><span>${say('due', { day: date(one.due_on) })}</span><span class="number">${money(one.open)} / ${money(one.amount)}</span></li>`)}</ul>`}
        ${invoice.receipts.length > 0 && html`<h3>${say('payments')}</h3><ul class="bare own-items">${invoice.receipts.map((/** @type {any} */ one) => html`<li class="row spread"><span><span class="number">${money(one.amount)}</span> ${say(one.method === 'other' ? 'otherWay' : one.method || 'fromCredit')}<small class="muted">${dateTime(one.received_at)}</small></span>
            <${Act} small icon="download" onClick=${() => openDocument(`/payments/${one.payment_id}/pdf`)}>${say('receipt')}<//></li>`)}</ul>`}
        ${invoice.credit_notes.length > 0 && html`<div class="own-actions">${invoice.credit_notes.map((/** @type {string} */ one, /** @type {number} */ index) => html`<${Act} key=${one} icon="download" onClick=${() => openDocument(`/credit-notes/${one}/pdf`)}>${say('creditNote', { count: index + 1 })}<//>`)}</div>`}`
}
