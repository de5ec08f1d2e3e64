import { get, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, money, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Card, Combobox, Empty, Failure, Field, Skeleton } from '../../core/ui.js'
import { InvoiceStatus } from '../money/invoices.js'
import { instantOf } from './instant.js'
import { say } from './words.js'

/** null if it did not exist then. @param {string} path @param {any} query */
export async function orNothing(path, query) {
    try {
        return await get(path, query)
    } catch (error) {
        if (error instanceof Problem && error.status === 404) return null
        throw error
    }
}

/** @param {{onPick: (invoice: any) => void}} props */
export function InvoicePicker({ onPick }) {
    return html`<${Field} label=${say('invoice')} class="history-finder"><${Combobox} label=${say('invoice')} least=${4} placeholder="2026-0000" search=${async (/** @type {string} */ text) => (await get('/invoices', { number: text, limit: 12 })).items} onPick=${onPick} text=${(/** @type {any} */ one) => one.number}
        render=${(/** @type {any} */ one) => html`<span class="row spread"><strong class="number">${one.number}</strong><bdi>${nameOf(one.patient)}</bdi></span>`} /><//>`
}

/** An invoice then and now. @param {{at: Date}} props */
export function InvoiceThen({ at }) {
    const [invoice, setInvoice] = useState(/** @type {any} */ (null))
    return html`<${InvoicePicker} onPick=${setInvoice} />${invoice ? html`<${InvoiceStates} id=${invoice.id} asOf=${instantOf(at)} title=${say('asOf', { at: dateTime(at) })} />` : html`<${Empty} icon="money" title=${say('chooseInvoice')} />`}`
}

/** @param {{id: string, asOf: string, title: string}} props */
export function InvoiceStates({ id, asOf, title }) {
    const { data, error, reload } = useLoad(async () => {
        const [then, now] = await Promise.all([orNothing(`/invoices/${id}`, { as_of: asOf }), get(`/invoices/${id}`)])
        return { then, now }
    }, [id, asOf])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} />`
    return html`<div class="history-two"><${InvoiceState} title=${title} invoice=${data.then} /><${InvoiceState} title=${say('stateNow')} invoice=${data.now} /></div>`
}

/** @param {{title: string, invoice: any}} props */
function InvoiceState({ title, invoice }) {
    return html`<${Card} title=${title}>${invoice ? html`<div class="row"><strong class="number">${invoice.number}</strong><${InvoiceStatus} invoice=${invoice} /><span class="muted number">${date(invoice.issued_on)}</span></div>
        <ul class="bare money-list">${invoice.lines.map((/** @type {any} */ line, /** @type {number} */ index) => html`<li key=${index}><span>${line.description}</span><span class="number">${money(line.amount)}</span></li>`)}</ul>
        <dl class="money-sums"><div><dt>${say('total')}</dt><dd>${money(invoice.total)}</dd></div><div><dt>${say('paid')}</dt><dd>${money(invoice.paid)}</dd></div><div class="strong"><dt>${say('open')}</dt><dd>${money(invoice.balance)}</dd></div></dl>` : html`<p class="muted">${say('noInvoice')}</p>`}<//>`
}

/** A patient's balance then and now. @param {{at: Date, patient: any}} props */
export function BalanceThen({ at, patient }) {
    const { data, error, reload } = useLoad(async () => {
        if (!patient) return null
        const [then, now] = await Promise.all([orNothing(`/patients/${patient.id}/balance`, { as_of: instantOf(at) }), get(`/patients/${patient.id}/balance`)])
        return { then, now }
    }, [patient?.id, at.getTime()])
    if (!patient) return html`<${Empty} icon="money" title=${say('choosePatient')} />`
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} />`
    const state = (/** @type {string} */ title, /** @type {any} */ balance) => html`<${Card} title=${title}>${balance ? html`<dl class="money-sums"><div class="strong"><dt>${say('open')}</dt><dd>${money(balance.open)}</dd></div><div><dt>${say('credit')}</dt><dd>${money(balance.credit)}</dd></div></dl>` : html`<p class="muted">${say('noInvoice')}</p>`}<//>`
    return html`<h2><bdi>${nameOf(patient)}</bdi></h2><div class="history-two">${state(say('asOf', { at: dateTime(at) }), data.then)}${state(say('stateNow'), data.now)}</div>`
}
