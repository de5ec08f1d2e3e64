// Corrections of invoices and payments. Each needs a reason, which stays in the books.
import { post } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { Dialog } from '../../core/ui.js'
import { CheckField, FormButtons, FormFrame, MoneyField, NumberField, SelectField, TextField, useForm } from '../admin/form.js'
import { methods } from './pay.js'
import { say } from './words.js'

/** @typedef {{onClose: () => void, onChanged: () => any}} Ends */

/**
 * @param {Ends & {title: string, text: string, path: string, done: string, label: string, first?: any, body?: (value: any) => any, children?: (form: any) => any, danger?: boolean}} props
 */
function Correction({ title, text, path, done, label, first = {}, body = () => ({}), children, danger = true, onClose, onChanged }) {
    const form = useForm({ reason: '', ...first })
    const send = async () => {
        const reason = form.value.reason.trim()
        if (!reason) return form.refuse('reason', say('reasonMissing'))
        const full = { reason, ...body(form.value) }
        if (await form.submit(() => post(path, full, { key: form.key(full) }), done, { 'exceeds-refundable': 'amount', 'exceeds-creditable': 'amount', 'day-closed': 'drawer' })) {
            onClose()
            await onChanged()
        }
    }
    return html`<${Dialog} title=${title} onClose=${onClose} footer=${html`<${FormButtons} form=${form} kind=${danger ? 'danger' : 'primary'} onCancel=${onClose} onSubmit=${send} label=${label} />`}>
        <p class="muted">${text}</p>
        <${FormFrame} form=${form} onSubmit=${send}>${children?.(form)}<${TextField} form=${form} name="reason" label=${say('reason')} hint=${say('reasonHint')} autocomplete="off" maxlength=${500} /><//><//>`
}

/** @param {Ends & {invoice: any}} props */
export function VoidDialog({ invoice, ...ends }) {
    return html`<${Correction} ...${ends} title=${say('voidTitle')} text=${say('voidText')} path=${`/invoices/${invoice.id}/void`} done=${say('voidDone')} label=${say('voidInvoice')} />`
}

/** @param {Ends & {invoice: any}} props */
export function WriteOffDialog({ invoice, ...ends }) {
    return html`<${Correction} ...${ends} title=${say('writeOffTitle')} text=${say('writeOffText', { amount: money(invoice.balance) })} path=${`/invoices/${invoice.id}/write-off`} done=${say('writeOffDone')} label=${say('writeOff')} />`
}

/** @param {Ends & {invoice: any}} props */
export function CreditNoteDialog({ invoice, ...ends }) {
    const { currency } = invoice.total
    const most = invoice.total.amount - invoice.credited.amount - invoice.written_off.amount
    return html`<${Correction} ...${ends} danger=${false} title=${say('creditTitle')} text=${say('creditText')} path=${`/invoices/${invoice.id}/credit-notes`} done=${say('creditDone')} label=${say('creditNote')}
        first=${{ amount: { amount: most, currency } }} body=${(/** @type {any} */ value) => (value.amount ? { amount: value.amount } : {})}>
        ${(/** @type {any} */ form) => html`<${MoneyField} form=${form} name="amount" label=${say('creditAmount')} currency=${currency} />`}<//>`
}

/** @param {Ends & {payment: any}} props */
export function RefundDialog({ payment, ...ends }) {
    const { currency } = payment.amount
    const left = payment.amount.amount - payment.refunded.amount
    return html`<${Correction} ...${ends} title=${say('refundTitle')} text=${say('refundText')} path=${`/payments/${payment.id}/refunds`} done=${say('refundDone')} label=${say('refund')}
        first=${{ amount: { amount: left, currency }, method: payment.method, goodwill: false, drawer: null }}
        body=${(/** @type {any} */ value) => ({ amount: value.amount, method: value.method, goodwill: value.goodwill, ...(value.drawer ? { drawer: value.drawer } : {}) })}>
        ${(/** @type {any} */ form) => html`<div class="money-pair"><${MoneyField} form=${form} name="amount" label=${say('amount')} currency=${currency} />
            <${SelectField} form=${form} name="method" label=${say('method')} options=${methods.map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} />
            <${NumberField} form=${form} name="drawer" label=${say('drawer')} min=${1} placeholder="1" /></div>
            <${CheckField} form=${form} name="goodwill" label=${say('goodwill')} />`}<//>`
}

/** @param {Ends & {payment: any}} props */
export function ErrorDialog({ payment, ...ends }) {
    return html`<${Correction} ...${ends} title=${say('errorTitle')} text=${say('errorText')} path=${`/payments/${payment.id}/enter-in-error`} done=${say('errorDone')} label=${say('inError')} />`
}

/** @param {Ends & {payment: any, invoiceID: string}} props */
export function ReleaseDialog({ payment, invoiceID, ...ends }) {
    return html`<${Correction} ...${ends} title=${say('releaseTitle')} text=${say('releaseText')} path=${`/payments/${payment.id}/release`} done=${say('releaseDone')} label=${say('release')} body=${() => ({ invoice_id: invoiceID })} />`
}
