import { put } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { addDays, date, money, today } from '../../core/format.js'
import { Dialog } from '../../core/ui.js'
import { DateField, FormButtons, FormFrame, NumberField, useForm } from '../admin/form.js'
import { say } from './words.js'

/** The same day of a later month, or the month's last day. @param {string} day @param {number} count */
export function addMonths(day, count) {
    const [year, month, date] = day.split('-').map(Number)
    const first = new Date(Date.UTC(year, month - 1 + count, 1))
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    first.setUTCDate(Math.min(date, last))
    return first.toISOString().slice(0, 10)
}

/** Equal parts that add up to the sum; the first ones are a unit larger. @param {number} sum @param {number} parts */
export function divide(sum, parts) {
    const each = Math.floor(sum / parts)
    return Array.from({ length: parts }, (_, index) => each + (index < sum - each * parts ? 1 : 0))
}

/** @param {{invoice: any, onClose: () => void, onChanged: () => any}} props */
export function InstalmentsDialog({ invoice, onClose, onChanged }) {
    const form = useForm({ parts: 3, first: addDays(today(), 30) })
    const parts = Math.min(60, Math.max(1, Math.round(form.value.parts || 1)))
    const { currency } = invoice.balance
    const list = divide(invoice.balance.amount, parts).map((amount, index) => ({ due_on: addMonths(form.value.first || today(), index), amount: { amount, currency } }))
    const send = async () => {
        const body = { instalments: list }
        if (await form.submit(() => put(`/invoices/${invoice.id}/instalments`, body, { key: form.key(body) }), say('instalmentsDone'))) {
            onClose()
            await onChanged()
        }
    }
    return html`<${Dialog} title=${say('instalmentsTitle')} onClose=${onClose} footer=${html`<${FormButtons} form=${form} onCancel=${onClose} onSubmit=${send} label=${say('agree')} />`}>
        <${FormFrame} form=${form} onSubmit=${send}>
            <div class="money-pair"><${NumberField} form=${form} name="parts" label=${say('parts')} min=${1} max=${60} /><${DateField} form=${form} name="first" label=${say('firstDue')} hint=${say('everyMonth')} min=${today()} /></div>
            <ul class="bare money-list">${list.map((part) => html`<li key=${part.due_on}><span class="number">${date(part.due_on)}</span><span class="number">${money(part.amount)}</span></li>`)}</ul>
        <//><//>`
}
