import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, money, nameOf, number, today } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Checkbox, Empty, Field, Select, Table } from '../../core/ui.js'
import { daysOf, PatientFilter, PeriodField, SearchField, Sums } from './filters.js'
import { Pages, usePages } from './pages.js'
import { PayDialog } from './pay.js'
import { StatementDialog } from './statement.js'
import { useTurn } from './turn.js'
import { wide } from './wide.js'
import { say } from './words.js'

export const invoiceStatuses = ['open', 'partially_paid', 'paid', 'void', 'credited', 'written_off']
/** @type {Record<string, any>} */
const tones = { open: 'info', partially_paid: 'warn', paid: 'good', void: 'neutral', credited: 'neutral', written_off: 'neutral' }
/** @param {string} status */
export const invoiceStatus = (status) => say(/** @type {any} */ (status === 'paid' ? 'paid_status' : status))

/** @param {any} invoice */
export function isOverdue(invoice) {
    return ['open', 'partially_paid'].includes(invoice.status) && invoice.due_on < today()
}
/** @param {{invoice: any}} props */
export function InvoiceStatus({ invoice }) {
    return html`<span class="row money-badges"><${Badge} tone=${tones[invoice.status]}>${invoiceStatus(invoice.status)}<//>${isOverdue(invoice) && html`<${Badge} tone="bad">${say('overdue')}<//>`}</span>`
}

const none = { status: '', overdue: false, number: '', period: { period: 'all', from: '', to: '' } }

/** Steps for the patient of the filter. @param {{patient: any, onChanged: () => void}} props */
export function PatientSteps({ patient, onChanged }) {
    const [step, setStep] = useState(/** @type {any} */ (null))
    const pay = async () => {
        const balance = await get(`/patients/${patient.id}/balance`)
        setStep({ target: { kind: 'patient', id: patient.id, title: say('fullOpen'), patient, open: balance.open, share: balance.patient_share } })
    }
    return html`<${Button} onClick=${() => setStep('statement')}>${say('statement')}<//><${Button} onClick=${pay}>${say('pay')}<//>
        ${step === 'statement' && html`<${StatementDialog} patient=${patient} onClose=${() => setStep(null)} />`}
        ${step?.target && html`<${PayDialog} target=${step.target} onClose=${() => setStep(null)} onChanged=${onChanged} />`}`
}

/**
 * @param {{patient: any, onPatient: (patient: any) => void, onOpen: (invoice: any) => void, onNew: () => void, onChanged: () => void, turn: number}} props
 * `turn` rises when something was changed
 */
export function Invoices({ patient, onPatient, onOpen, onNew, onChanged, turn }) {
    const [filter, setFilter] = useState(none)
    const change = (/** @type {any} */ part) => setFilter({ ...filter, ...part })
    const query = { status: filter.status || undefined, overdue: filter.overdue ? true : undefined, number: filter.number.trim() || undefined, patient_id: patient?.id, ...daysOf(filter.period) }
    const pages = usePages('/invoices', query)
    const totals = useLoad(() => get('/invoices/totals', query), [JSON.stringify(query), turn])
    const reload = () => Promise.all([pages.reload(), totals.reload()])
    useTurn(turn, pages.reload)
    useCommands([{ id: 'money-new', title: say('newInvoice'), keys: 'n', run: onNew }])
    const filtered = JSON.stringify(filter) !== JSON.stringify(none) || patient
    return html`<div class="stack">
        <div class="money-filters" role="search">
            <${PatientFilter} patient=${patient} onChange=${onPatient} />
            <${SearchField} label=${say('number')} placeholder="2026-" value=${filter.number} onChange=${(/** @type {string} */ number) => change({ number })} />
            <${Field} label=${say('status')}><${Select} value=${filter.status} onChange=${(/** @type {string} */ status) => change({ status })}
                options=${[{ value: '', label: say('any') }, ...invoiceStatuses.map((one) => ({ value: one, label: invoiceStatus(one) }))]} /><//>
            <${PeriodField} value=${filter.period} onChange=${(/** @type {any} */ period) => change({ period })} />
            <${Checkbox} checked=${filter.overdue} onChange=${(/** @type {boolean} */ overdue) => change({ overdue })}>${say('overdueOnly')}<//>
            ${filtered && html`<${Button} kind="quiet" onClick=${() => (setFilter(none), onPatient(null))}>${say('clear')}<//>`}
        </div>
        <div class="row spread money-sumline">
            <${Sums} label=${say('total')} sums=${totals.data ? [
                { label: say('invoices'), value: number(totals.data.count) },
                { label: say('total'), value: money(totals.data.total) }, { label: say('paid'), value: money(totals.data.paid) }, { label: say('balance'), value: money(totals.data.balance), tone: totals.data.balance.amount > 0 ? 'strong' : '' },
            ] : []} />
            <div class="row"><${Button} kind="quiet" onClick=${reload}>${say('refresh')}<//>${patient && html`<${PatientSteps} patient=${patient} onChanged=${onChanged} />`}<${Button} kind="primary" icon="plus" keys="n" onClick=${onNew}>${say('newInvoice')}<//></div>
        </div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="money" title=${say('noInvoices')} text=${say('noInvoicesText')} />`}>
            <${Table} caption=${say('invoices')} hideCaption rows=${pages.rows} onOpen=${onOpen} columns=${[
                { key: 'number', label: say('number'), render: (/** @type {any} */ row) => html`<strong class="number">${row.number}</strong>` },
                { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<bdi>${nameOf(row.patient)}</bdi>` },
                { key: 'issued_on', label: say('issued'), align: wide('start'), render: (/** @type {any} */ row) => html`<span class="number">${date(row.issued_on)}</span>` },
                { key: 'due_on', label: say('due'), align: wide('start'), render: (/** @type {any} */ row) => html`<span class="number">${date(row.due_on)}</span>` },
                { key: 'status', label: say('status'), render: (/** @type {any} */ row) => html`<${InvoiceStatus} invoice=${row} />` },
                { key: 'total', label: say('total'), align: wide('end'), render: (/** @type {any} */ row) => money(row.total) },
                { key: 'balance', label: say('balance'), align: 'end', render: (/** @type {any} */ row) => row.balance.amount ? html`<strong>${money(row.balance)}</strong>` : html`<span class="muted">${money(row.balance)}</span>` },
            ]} />
        <//>
    </div>`
}
