import { get, openDocument } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, date, money, nameOf, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, DateInput, Dialog, Failure, Field, Skeleton, Table } from '../../core/ui.js'
import { PatientName } from './drafts.js'
import { say } from './words.js'

/**
 * The account of a patient, or of a family, in a period.
 * @param {{patient: any, family?: boolean, onClose: () => void}} props
 */
export function StatementDialog({ patient, family, onClose }) {
    const [from, setFrom] = useState(addDays(today(), -90))
    const [to, setTo] = useState(today())
    const { data, error, reload } = useLoad(() => get(`/${family ? 'family-accounts' : 'patients'}/${patient.id}/statements`, { from, to }), [patient.id, from, to])
    const statements = data ? (family ? data.statements : [data]) : []
    return html`<${Dialog} wide title=${html`${say('statementTitle')} · <bdi>${nameOf(patient)}</bdi>`} onClose=${onClose} footer=${!family && html`<${Button} kind="primary" icon="file" onClick=${() => openDocument(`/patients/${patient.id}/statements/pdf?from=${from}&to=${to}`)}>${say('pdf')}<//>`}>
        <div class="money-pair"><${Field} label=${say('from')}><${DateInput} value=${from} max=${to} onChange=${(/** @type {string} */ day) => day && setFrom(day)} /><//>
            <${Field} label=${say('to')}><${DateInput} value=${to} min=${from} onChange=${(/** @type {string} */ day) => day && setTo(day)} /><//></div>
        ${error && html`<${Failure} error=${error} retry=${reload} />`}${!data && !error && html`<${Skeleton} />`}
        ${family && data && html`<p>${say('familyOpen')}: <strong class="number">${money(data.open)}</strong>${data.credit.amount > 0 && html` · ${say('credit')}: <span class="number">${money(data.credit)}</span>`}</p>`}
        ${statements.map((/** @type {any} */ one) => html`<section class="stack tight" key=${one.id}>${family && html`<h3><${PatientName} id=${one.id} /></h3>`}<${Entries} statement=${one} /></section>`)}<//>`
}

/** @param {{statement: any}} props */
function Entries({ statement }) {
    const rows = statement.entries.map((/** @type {any} */ entry, /** @type {number} */ index) => ({ ...entry, index }))
    return html`<${Table} caption=${say('statement')} hideCaption rows=${[{ index: 'first', opening: true, balance: statement.opening_balance }, ...rows]} id=${(/** @type {any} */ row) => String(row.index)} columns=${[
        { key: 'date', label: say('date'), render: (/** @type {any} */ row) => (row.opening ? '' : html`<span class="number">${date(row.date)}</span>`) },
        { key: 'type', label: say('entry'), render: (/** @type {any} */ row) => (row.opening ? say('openingBalance') : html`${say(/** @type {any} */ (`type_${row.type}`))} <span class="muted number">${row.number || ''}</span>`) },
        { key: 'amount', label: say('amount'), align: 'end', render: (/** @type {any} */ row) => (row.opening ? '' : money(row.amount)) },
        { key: 'balance', label: say('balance'), align: 'end', render: (/** @type {any} */ row) => money(row.balance) },
    ]} footer=${html`<tr><td></td><td><strong>${say('closingBalance')}</strong></td><td></td><td class="end"><strong>${money(statement.closing_balance)}</strong></td></tr>`} />`
}
