import { get, openDocument, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, money, nameOf, number } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Button, Dialog, Failure, Menu, problemText, Skeleton, Table, toast } from '../../core/ui.js'
import { CreditNoteDialog, VoidDialog, WriteOffDialog } from './correct.js'
import { InstalmentsDialog } from './instalments.js'
import { InvoiceStatus } from './invoices.js'
import { usePatient } from './names.js'
import { PayDialog } from './pay.js'
import { Shares } from './shares.js'
import { StatementDialog } from './statement.js'
import { say } from './words.js'

/** What belongs to an invoice. @param {string} id */
async function readAll(id) {
    const invoice = await get(`/invoices/${id}`)
    const [balance, notes] = await Promise.all([
        get(`/patients/${invoice.patient_id}/balance`).catch(() => null),
        Promise.all(invoice.credit_notes.map((/** @type {string} */ note) => get(`/credit-notes/${note}`))),
    ])
    return { invoice, credit: balance?.credit, notes }
}

/**
 * @param {{invoice: {id: string, patient?: any}, onClose: () => void, onChanged: () => void, onPayment: (payment: {id: string}) => void}} props
 */
export function InvoiceDialog({ invoice: given, onClose, onChanged, onPayment }) {
    const { data, error, reload } = useLoad(() => readAll(given.id), [given.id])
    const [step, setStep] = useState('')
    const patient = usePatient(data?.invoice.patient_id, given.patient)
    const invoice = data?.invoice
    const changed = async () => (onChanged(), reload())
    useCommands([
        { id: 'invoice-pay', title: say('pay'), keys: 'p', group: 'dialog', run: () => setStep('pay'), when: () => !step && ['open', 'partially_paid'].includes(data?.invoice.status) },
        { id: 'invoice-pdf', title: say('pdf'), keys: 'd', group: 'dialog', run: () => openDocument(`/invoices/${given.id}/pdf`).catch((problem) => toast(problemText(problem), { tone: 'bad' })), when: () => !step },
    ])
    const close = () => setStep('')
    if (!invoice) return html`<${Dialog} title=${say('invoices')} wide onClose=${onClose}>${error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${8} />`}<//>`
    const unpaid = ['open', 'partially_paid'].includes(invoice.status) && invoice.balance.amount > 0
    const credit = data.credit?.amount > 0 ? data.credit : null
    const useCredit = async () => {
        await post(`/invoices/${invoice.id}/apply-credit`)
        toast(say('creditUsed'))
        await changed()
    }
    return html`<${Dialog} title=${html`${say('invoice', { number: invoice.number })} <${InvoiceStatus} invoice=${invoice} />`} wide onClose=${onClose} footer=${html`
            <${Button} icon="file" keys="d" onClick=${() => openDocument(`/invoices/${invoice.id}/pdf`)}>${say('pdf')}<//>
            <${Menu} label=${say('moreSteps')} icon="more" items=${[
                { label: say('statement'), run: () => setStep('statement') },
                session().role === 'admin' && { label: say('history'), run: () => go('history/changes', { kind: 'invoice', id: invoice.id, title: say('invoice', { number: invoice.number }) }) },
                unpaid && { label: say('planInstalments'), run: () => setStep('instalments') },
                { label: say('creditNote'), run: () => setStep('credit'), disabled: ['void', 'credited'].includes(invoice.status) },
                unpaid && { label: say('writeOff'), danger: true, run: () => setStep('write-off') },
                { label: say('voidInvoice'), danger: true, run: () => setStep('void'), disabled: invoice.status !== 'open' },
            ]} />
            ${unpaid && credit && html`<${Button} onClick=${useCredit}>${say('useCredit', { amount: money(credit) })}<//>`}
            ${unpaid && html`<${Button} kind="primary" keys="p" onClick=${() => setStep('pay')}>${say('pay')}<//>`}`}>
        <div class="row spread money-facts">
            <div><span class="muted">${say('patient')}</span><br /><strong><bdi>${nameOf(patient)}</bdi></strong></div>
            <div><span class="muted">${say('issued')}</span><br /><span class="number">${date(invoice.issued_on)}</span></div>
            <div><span class="muted">${say('due')}</span><br /><span class="number">${date(invoice.due_on)}</span></div>
            <div class="money-big"><span class="muted">${say('balance')}</span><br /><strong class="number">${money(invoice.balance)}</strong></div>
        </div>
        ${invoice.void_reason && html`<p class="notice">${say('voidReason', { reason: invoice.void_reason })}</p>`}
        ${invoice.write_off_reason && html`<p class="notice">${say('writeOffReason', { reason: invoice.write_off_reason })}</p>`}
        <${Lines} invoice=${invoice} />
        ${unpaid && html`<${Shares} path=${`/invoices/${invoice.id}/insurance-estimate`} turn=${invoice.version} quiet />`}
        <div class="money-columns">
            <${Receipts} invoice=${invoice} onPayment=${onPayment} />
            ${data.notes.length > 0 && html`<section class="stack tight"><h3>${say('creditNotes')}</h3><ul class="bare money-list">
                ${data.notes.map((/** @type {any} */ note) => html`<li key=${note.id}><span><strong class="number">${note.number}</strong> · <span class="number">${date(note.issued_on)}</span><br /><span class="muted">${note.reason}</span></span>
                    <span class="row"><span class="number">${money(note.amount)}</span><${Button} small kind="quiet" icon="file" aria-label=${`${say('pdf')} ${note.number}`} onClick=${() => openDocument(`/credit-notes/${note.id}/pdf`)} /></span></li>`)}</ul></section>`}
            ${invoice.instalments.length > 0 && html`<section class="stack tight"><h3>${say('instalments')}</h3><ul class="bare money-list">
                ${invoice.instalments.map((/** @type {any} */ part) => html`<li key=${part.due_on}><span class="number">${date(part.due_on)}</span><span class="number">${money(part.amount)}${part.open.amount > 0 && html` <span class="muted">(${say('openOf', { amount: money(part.open) })})</span>`}</span></li>`)}</ul></section>`}
        </div>
        ${step === 'pay' && html`<${PayDialog} target=${{ kind: 'invoice', id: invoice.id, title: say('invoice', { number: invoice.number }), patient, open: invoice.balance, share: invoice.patient_share }} onClose=${close} onChanged=${changed} />`}
        ${step === 'credit' && html`<${CreditNoteDialog} invoice=${invoice} onClose=${close} onChanged=${changed} />`}
        ${step === 'void' && html`<${VoidDialog} invoice=${invoice} onClose=${close} onChanged=${changed} />`}
        ${step === 'write-off' && html`<${WriteOffDialog} invoice=${invoice} onClose=${close} onChanged=${changed} />`}
        ${step === 'instalments' && html`<${InstalmentsDialog} invoice=${invoice} onClose=${close} onChanged=${changed} />`}
        ${step === 'statement' && html`<${StatementDialog} patient=${patient} onClose=${close} />`}
    <//>`
}

/** @param {{invoice: any}} props */
function Lines({ invoice }) {
    const rows = invoice.lines.map((/** @type {any} */ line, /** @type {number} */ index) => ({ ...line, index }))
    const taxed = invoice.tax.amount !== 0
    const discounted = rows.some((/** @type {any} */ line) => line.discount.amount)
    const foot = (/** @type {string} */ label, /** @type {any} */ value) => html`<tr><td colspan=${3 + (taxed ? 1 : 0) + (discounted ? 1 : 0)} class="end muted">${label}</td><td class="end">${money(value)}</td></tr>`
    return html`<${Table} caption=${say('lines')} hideCaption rows=${rows} id=${(/** @type {any} */ line) => String(line.index)} columns=${[
        { key: 'description', label: say('service'), render: (/** @type {any} */ line) => html`${line.description}${line.treatment?.tooth && html` <span class="muted">${say('tooth', { tooth: line.treatment.tooth })}</span>`}` },
        { key: 'quantity', label: say('quantity'), align: 'end', render: (/** @type {any} */ line) => number(line.quantity, Number.isInteger(line.quantity) ? 0 : 2) },
        { key: 'unit_price', label: say('unitPrice'), align: 'end', render: (/** @type {any} */ line) => money(line.unit_price) },
        ...(discounted ? [{ key: 'discount', label: say('discount'), align: /** @type {'end'} */ ('end'), render: (/** @type {any} */ line) => money(line.discount) }] : []),
        ...(taxed ? [{ key: 'tax', label: say('tax'), align: /** @type {'end'} */ ('end'), render: (/** @type {any} */ line) => `${money(line.tax)} (${number(line.tax_percent, Number.isInteger(line.tax_percent) ? 0 : 1)} %)` }] : []),
        { key: 'amount', label: say('amount'), align: 'end', render: (/** @type {any} */ line) => money(line.amount) },
    ]} footer=${html`${taxed && foot(say('tax'), invoice.tax)}<tr><td colspan=${3 + (taxed ? 1 : 0) + (discounted ? 1 : 0)} class="end"><strong>${say('total')}</strong></td><td class="end"><strong>${money(invoice.total)}</strong></td></tr>
        ${invoice.paid.amount !== 0 && foot(say('paid'), invoice.paid)}${invoice.credited.amount !== 0 && foot(say('creditedSum'), invoice.credited)}${invoice.written_off.amount !== 0 && foot(say('writtenOff'), invoice.written_off)}${invoice.with_payers.amount !== 0 && foot(say('withPayers'), invoice.with_payers)}`} />`
}

/** @param {{invoice: any, onPayment: (payment: {id: string}) => void}} props */
function Receipts({ invoice, onPayment }) {
    return html`<section class="stack tight"><h3>${say('receipts')}</h3>
        ${invoice.receipts.length ? html`<ul class="bare money-list">${invoice.receipts.map((/** @type {any} */ one, /** @type {number} */ index) => html`<li key=${index}>
            <span>${one.method ? say(one.method) : say('fromCredit')} · <span class="number">${dateTime(one.received_at)}</span></span>
            <span class="row"><span class="number">${money(one.amount)}</span>
                <${Button} small kind="quiet" icon="file" aria-label=${say('receipt')} title=${say('receipt')} onClick=${() => openDocument(`/payments/${one.payment_id}/pdf`)} />
                <${Button} small kind="quiet" onClick=${() => onPayment({ id: one.payment_id })}>${say('openIt')}<//></span></li>`)}</ul>`
            : html`<p class="muted">${say('noReceipts')}</p>`}</section>`
}
