import { get, openDocument, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { money, nameOf, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { session } from '../../core/session.js'
import { Button, Checkbox, Dialog, Field, MoneyInput, Segmented } from '../../core/ui.js'
import { DateField, FormButtons, FormFrame, MoneyField, NumberField, TextField, useForm } from '../admin/form.js'
import { say } from './words.js'

export const methods = ['cash', 'card', 'bank_transfer', 'insurance', 'other']

/** @typedef {{kind: 'invoice'|'patient'|'family', id: string, title: string, patient: any, open: any, share?: any}} Target */

/** The address that records a payment. @param {Target} target */
function addressOf(target) {
    if (target.kind === 'invoice') return `/invoices/${target.id}/payments`
    return target.kind === 'family' ? `/family-accounts/${target.id}/payments` : '/payments'
}

/**
 * Records a payment. The same form, sent twice, is one payment.
 * @param {{target: Target, onClose: () => void, onChanged: () => any}} props
 */
export function PayDialog({ target, onClose, onChanged }) {
    const currency = target.open.currency
    const share = target.share && target.share.amount > 0 && target.share.amount < target.open.amount ? target.share : null
    const form = useForm({ amount: share || (target.open.amount > 0 ? target.open : null), method: 'card', reference: '', value_on: '', drawer: null, accept_credit: false })
    const [given, setGiven] = useState(/** @type {number|null} */ (null))
    const [result, setResult] = useState(/** @type {any} */ (null))
    // Only admins can read by which coin cash is rounded; for others the answer says it.
    const terms = useLoad(async () => (session().role === 'admin' ? (await get('/clinic/settings')).billing_terms : null), [])
    const { amount, method, accept_credit } = form.value
    const step = terms.data?.cash_rounding || 0
    const whole = amount && (amount.amount === target.open.amount || amount.amount === share?.amount)
    const cash = method === 'cash' && step > 1 && whole ? Math.round(amount.amount / step) * step : amount?.amount
    const above = amount && amount.amount > target.open.amount ? amount.amount - target.open.amount : 0

    const send = async () => {
        if (!amount || amount.amount <= 0) return form.refuse('amount', say('amountMissing'))
        if (above && !accept_credit) return form.refuse('amount', say('moreThanOpen', { amount: money(target.open) }))
        const body = {
            amount, method, accept_credit: above > 0 && accept_credit,
            ...(target.kind === 'patient' ? { patient_id: target.id } : {}),
            ...(form.value.reference.trim() ? { reference: form.value.reference.trim() } : {}),
            ...(form.value.drawer ? { drawer: form.value.drawer } : {}),
            ...(method === 'bank_transfer' && form.value.value_on ? { value_on: form.value.value_on } : {}),
        }
        await form.submit(async () => {
            setResult(await post(addressOf(target), body, { key: form.key(body) }))
            onChanged()
        }, undefined, { overpayment: 'amount', 'day-closed': 'drawer' })
    }
    // After a lost answer the payment may be there: what is shown is read again.
    const leave = () => {
        if (form.problem) onChanged()
        onClose()
    }
    if (result) return html`<${Paid} result=${result} target=${target} onClose=${onClose} />`
    const choices = [{ label: say('fullOpen'), value: target.open }, ...(share ? [{ label: say('patientPart'), value: share }] : [])].filter((one) => one.value.amount > 0)
    return html`<${Dialog} title=${say('payTitle')} onClose=${leave} footer=${html`<${FormButtons} form=${form} onCancel=${leave} onSubmit=${send} label=${say('record', { amount: amount ? money(amount) : '' })} />`}>
        <${FormFrame} form=${form} onSubmit=${send}>
            <p><span class="muted">${say('payFor')}</span> <strong>${target.title}</strong>${target.patient && html` · <bdi>${nameOf(target.patient)}</bdi>`} · ${say('openOf', { amount: money(target.open) })}</p>
            <div class="field"><span class="label">${say('method')}</span><div><${Segmented} label=${say('method')} value=${method} onChange=${(/** @type {string} */ next) => form.set('method', next)} options=${methods.map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} /></div></div>
            <div class="money-pair"><${MoneyField} form=${form} name="amount" label=${say('amount')} currency=${currency} autofocus />
                <div class="row money-choices">${choices.map((one) => html`<${Button} key=${one.label} small aria-pressed=${amount?.amount === one.value.amount} onClick=${() => form.set('amount', one.value)}>${one.label}<//>`)}</div></div>
            ${above > 0 && html`<${Checkbox} checked=${accept_credit} onChange=${(/** @type {boolean} */ on) => form.set('accept_credit', on)}>${say('acceptCredit', { amount: money({ amount: above, currency }) })}<//>`}
            ${method === 'cash' && html`<div class="money-pair"><${Field} label=${say('given')}><${MoneyInput} value=${given} currency=${currency} onChange=${setGiven} /><//>
                <p class="money-change number" role="status">${given !== null && cash !== undefined && given >= cash ? say('change', { amount: money({ amount: given - cash, currency }) }) : ''}</p></div>
                ${step > 1 && html`<p class="muted small">${whole ? say('roundHint', { amount: money({ amount: step, currency }), cash: money({ amount: cash, currency }) }) : say('cashMultiple')}</p>`}`}
            ${method === 'bank_transfer' && html`<${DateField} form=${form} name="value_on" label=${say('valueOn')} max=${today()} />`}
            <div class="money-pair"><${TextField} form=${form} name="reference" label=${say('reference')} hint=${say('referenceHint')} autocomplete="off" />
                <${NumberField} form=${form} name="drawer" label=${say('drawer')} min=${1} placeholder="1" /></div>
        <//><//>`
}

/** What was recorded. @param {{result: any, target: Target, onClose: () => void}} props */
function Paid({ result, target, onClose }) {
    const receipts = target.kind === 'family' ? result.payments.map((/** @type {any} */ one) => ({ id: one.payment_id, number: one.number, amount: one.amount })) : [result]
    return html`<${Dialog} title=${say('recorded')} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${onClose}>${say('done')}<//>`}>
        <p class="money-big"><strong class="number">${money(result.amount)}</strong></p>
        ${result.rounding && result.rounding.amount !== 0 && html`<p>${say('roundedBy', { amount: money(result.rounding) })}</p>`}
        ${result.credit && result.credit.amount > 0 && html`<p>${say('keptCredit', { amount: money(result.credit) })}</p>`}
        <ul class="bare money-list">${receipts.map((/** @type {any} */ one) => html`<li key=${one.id}><span>${say('receiptNumber', { number: one.number || '' })}</span>
            <span class="row"><span class="number">${money(one.amount)}</span><${Button} small icon="file" onClick=${() => openDocument(`/payments/${one.id}/pdf`)}>${say('openReceipt')}<//></span></li>`)}</ul><//>`
}
