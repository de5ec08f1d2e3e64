import { html } from '../../core/dom.js'
import { money, nameOf, number } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { Button, Empty, Table } from '../../core/ui.js'
import { usePatient } from './names.js'
import { Pages, usePages } from './pages.js'
import { useTurn } from './turn.js'
import { say } from './words.js'

/** @param {{id: string}} props */
export function PatientName({ id }) {
    return html`<bdi>${nameOf(usePatient(id)) || '…'}</bdi>`
}

/** @param {{turn: number, onOpen: (draft: any) => void, onNew: () => void}} props */
export function Drafts({ turn, onOpen, onNew }) {
    const pages = usePages('/invoice-drafts', {})
    useTurn(turn, pages.reload)
    useCommands([{ id: 'money-new', title: say('newInvoice'), keys: 'n', run: onNew }])
    return html`<div class="stack"><div class="row spread"><span></span><${Button} kind="primary" icon="plus" keys="n" onClick=${onNew}>${say('newInvoice')}<//></div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="file" title=${say('noDrafts')} text=${say('noDraftsText')} />`}>
            <${Table} caption=${say('drafts')} hideCaption rows=${pages.rows} onOpen=${onOpen} columns=${[
                { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<${PatientName} id=${row.patient_id} />` },
                { key: 'text', label: say('lines'), render: (/** @type {any} */ row) => html`<span class="muted">${row.lines.map((/** @type {any} */ line) => line.description).filter(Boolean).join(', ') || number(row.lines.length)}</span>` },
                { key: 'total', label: say('total'), align: 'end', render: (/** @type {any} */ row) => money(row.total) },
            ]} /><//></div>`
}
