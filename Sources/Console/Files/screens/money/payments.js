import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime, money, nameOf, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Empty, Field, Select, Table } from '../../core/ui.js'
import { daysOf, PatientFilter, PeriodField, SearchField, Sums } from './filters.js'
import { Pages, usePages } from './pages.js'
import { PatientSteps } from './invoices.js'
import { methods } from './pay.js'
import { useTurn } from './turn.js'
import { wide } from './wide.js'
import { say } from './words.js'

const none = { method: '', number: '', period: { period: 'all', from: '', to: '' } }

/**
 * @param {{patient: any, onPatient: (patient: any) => void, onOpen: (payment: any) => void, onChanged: () => void, turn: number}} props
 */
export function Payments({ patient, onPatient, onOpen, onChanged, turn }) {
    const [filter, setFilter] = useState(none)
    const change = (/** @type {any} */ part) => setFilter({ ...filter, ...part })
    const query = { method: filter.method || undefined, number: filter.number.trim() || undefined, patient_id: patient?.id, ...daysOf(filter.period) }
    const pages = usePages('/payments', query)
    const totals = useLoad(() => get('/payments/totals', query), [JSON.stringify(query), turn])
    useTurn(turn, pages.reload)
    const filtered = JSON.stringify(filter) !== JSON.stringify(none) || patient
    return html`<div class="stack">
        <div class="money-filters" role="search">
            <${PatientFilter} patient=${patient} onChange=${onPatient} />
            <${SearchField} label=${say('number')} placeholder="R-2026-" value=${filter.number} onChange=${(/** @type {string} */ text) => change({ number: text })} />
            <${Field} label=${say('method')}><${Select} value=${filter.method} onChange=${(/** @type {string} */ method) => change({ method })} options=${[{ value: '', label: say('anyMethod') }, ...methods.map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))]} /><//>
            <${PeriodField} value=${filter.period} onChange=${(/** @type {any} */ period) => change({ period })} />
            ${filtered && html`<${Button} kind="quiet" onClick=${() => (setFilter(none), onPatient(null))}>${say('clear')}<//>`}
        </div>
        <div class="row spread money-sumline"><${Sums} label=${say('total')} sums=${totals.data ? [
                { label: say('payments'), value: number(totals.data.count) }, { label: say('received'), value: money(totals.data.received) },
                { label: say('refunded'), value: money(totals.data.refunded) }, { label: say('credit'), value: money(totals.data.credit) },
            ] : []} />
            <div class="row"><${Button} kind="quiet" onClick=${() => Promise.all([pages.reload(), totals.reload()])}>${say('refresh')}<//>
                ${patient && html`<${PatientSteps} patient=${patient} onChanged=${onChanged} />`}</div></div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="money" title=${say('noPayments')} text=${say('noPaymentsText')} />`}>
            <${Table} caption=${say('payments')} hideCaption rows=${pages.rows} onOpen=${onOpen} columns=${[
                { key: 'number', label: say('number'), render: (/** @type {any} */ row) => html`<strong class="number">${row.number || '–'}</strong>` },
                { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<bdi>${nameOf(row.patient)}</bdi>` },
                { key: 'received_at', label: say('receivedAt'), align: wide('start'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.received_at)}</span>` },
                { key: 'method', label: say('method'), render: (/** @type {any} */ row) => html`${say(row.method)}${row.reference && html` <span class="muted">${row.reference}</span>`}` },
                { key: 'state', label: say('status'), align: wide('start'), render: (/** @type {any} */ row) => html`<span class="row money-badges">${row.in_error && html`<${Badge} tone="bad">${say('inError')}<//>`}${row.refunded.amount > 0 && html`<${Badge} tone="warn">${say('refunded')} ${money(row.refunded)}<//>`}${row.credit.amount > 0 && html`<${Badge} tone="info">${say('credit')} ${money(row.credit)}<//>`}</span>` },
                { key: 'amount', label: say('amount'), align: 'end', render: (/** @type {any} */ row) => html`<strong class=${row.in_error ? 'money-gone' : ''}>${money(row.amount)}</strong>` },
            ]} /><//></div>`
}
