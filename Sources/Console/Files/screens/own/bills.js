// A patient's bills: what is open, and the invoices with their PDFs.
import { get, openDocument } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, money, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Icon, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { InvoiceDialog } from './invoice.js'
import { Paged } from './pages.js'
import { Own, useWho } from './who.js'
import { say } from './words-more.js'

/** @type {Record<string, any>} */
const tones = { open: 'warn', partially_paid: 'warn', paid: 'good' }

export default function Screen() {
    const who = useWho()
    return html`<${Own} title=${say('bills')}><${Bills} key=${who.id} /><//>`
}

function Bills() {
    const who = useWho()
    const [shownID, setShownID] = useState('')
    const { data, error, reload } = useLoad(() => get('/patient/balance', who.query), [who.id])
    const owed = data?.patient_share || data?.open
    const year = Number(today().slice(0, 4))
    return html`<section class="card stack">${error && html`<${Failed} error=${error} retry=${reload} />`}${!data && !error && html`<${Skeleton} rows=${2} />`}
            ${data && html`<p class="muted">${owed.amount > 0 ? say('toPay') : say('nothingToPay')}</p>${owed.amount > 0 && html`<p class="own-sum-big number">${money(owed)}</p>`}
            ${data.with_payers?.amount > 0 && html`<p class="muted">${say('withPayers', { sum: money(data.with_payers) })}</p>`}${data.credit.amount > 0 && html`<p>${say('credit', { sum: money(data.credit) })}</p>`}<p class="muted small">${say('howToPay')}</p>`}</section>
        <section class="stack"><h2>${say('invoices')}</h2><${Paged} path="/patient/invoices" query=${who.query} icon="money" list="own-todo card" row=${(/** @type {any} */ one) => html`<${Row} invoice=${one} onOpen=${() => setShownID(one.id)} />`} /></section>
        <section class="stack"><h2>${say('statementShort')}</h2><div class="own-actions">${[year, year - 1].map((one) => html`<${Act} key=${one} icon="download" onClick=${() => openDocument(`/patients/${who.id}/statements/pdf?from=${one}-01-01&to=${one === year ? today() : `${one}-12-31`}`)}>${say('statement', { year: one })}<//>`)}</div></section>
        ${shownID && html`<${InvoiceDialog} key=${shownID} id=${shownID} onClose=${() => setShownID('')} />`}`
}

/** @param {{invoice: any, onOpen: () => any}} props */
function Row({ invoice, onOpen }) {
    const owes = invoice.balance.amount > 0 && (invoice.status === 'open' || invoice.status === 'partially_paid')
    const isLate = owes && invoice.due_on < today()
    return html`<button type="button" onClick=${onOpen}><${Icon} name="money" /><span><strong class="number own-nowrap">${invoice.number}</strong><small class="muted">${say('issued', { day: date(invoice.issued_on) })}</small>
        <small class=${isLate ? 'own-late' : 'muted'}>${owes ? say(isLate ? 'overdue' : 'due', { day: date(invoice.due_on) }) : invoice.lines.map((/** @type {any} */ line) => line.description).join(', ')}</small></span>
        <span class="own-end"><strong class="number">${money(invoice.total)}</strong><${Badge} tone=${isLate ? 'bad' : tones[invoice.status] || 'neutral'}>${say(invoice.status)}<//></span><${Icon} name="right" /></button>`
}
