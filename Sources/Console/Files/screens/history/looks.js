import { all, get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, dateTime, nameOf, startOfDay, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Button, DateInput, Empty, Field, Select, Table } from '../../core/ui.js'
import { download } from '../admin/files.js'
import { PatientFilter } from '../money/filters.js'
import { patientOf } from '../money/names.js'
import { Pages, usePages } from '../money/pages.js'
import { eventText, fieldText, offered, operationText } from './events.js'
import { instantOf } from './instant.js'
import { roleText } from './roles.js'
import { say } from './words.js'

/** The names of the accounts that the trail speaks of: an account stands for a member of staff. */
export async function accountNames() {
    const [staff, logins, looks] = await Promise.all([all('/staff', { limit: 200 }), get('/audit-events', { event_type: 'login', limit: 200 }), get('/audit-events', { event_type: 'patient-data-read', limit: 200 })])
    const byID = new Map(staff.map((one) => [one.id, one.name]))
    /** @type {Map<string, string>} */
    const names = new Map()
    for (const { detail } of [...logins.items, ...looks.items]) if (detail.account_id && byID.has(detail.subject_id)) names.set(detail.account_id, byID.get(detail.subject_id))
    return names
}

/** Who looked at what, who signed in, and who changed what. */
export function Looks() {
    const first = { patient: /** @type {any} */ (null), who: '', kind: 'patient-data-read', from: addDays(today(), -7), to: today() }
    const [filter, setFilter] = useState(first)
    const change = (/** @type {any} */ part) => setFilter({ ...filter, ...part })
    const query = {
        patient_id: filter.patient?.id, who: filter.who || undefined, event_type: filter.kind || undefined,
        from: instantOf(startOfDay(filter.from)), to: instantOf(startOfDay(addDays(filter.to, 1))),
    }
    const pages = usePages('/audit-events', query, 100)
    const names = useLoad(accountNames, [])
    const nameOfAccount = (/** @type {string|undefined} */ id) => (id && names.data?.get(id)) || ''
    const who = (/** @type {any} */ row) => nameOfAccount(row.detail.actor_id) || nameOfAccount(row.detail.account_id) || (row.detail.role ? roleText(row.detail.role) : row.detail.account_id ? `${row.detail.account_id.slice(0, 8)}…` : say('program'))
    return html`<div class="stack"><p class="muted">${say('looksHint')}</p>
        <div class="money-filters" role="search"><${PatientFilter} patient=${filter.patient} label=${say('patient')} onChange=${(/** @type {any} */ patient) => change({ patient })} />
            <${Field} label=${say('who')}><${Select} value=${filter.who} onChange=${(/** @type {string} */ next) => change({ who: next })} options=${[{ value: '', label: say('anyWho') }, ...[...(names.data || new Map()).entries()].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))]} /><//>
            <${Field} label=${say('kind')}><${Select} value=${filter.kind} onChange=${(/** @type {string} */ kind) => change({ kind })} options=${[{ value: '', label: say('anyKind') }, ...offered.map((value) => ({ value, label: eventText(value) }))]} /><//>
            <${Field} label=${say('from')}><${DateInput} value=${filter.from} max=${filter.to} onChange=${(/** @type {string} */ from) => from && change({ from })} /><//>
            <${Field} label=${say('to')}><${DateInput} value=${filter.to} min=${filter.from} onChange=${(/** @type {string} */ to) => to && change({ to })} /><//></div>
        <div class="row spread"><${Button} kind="quiet" onClick=${() => setFilter({ ...first, kind: '' })}>${say('clear')}<//><div class="row"><${Button} kind="quiet" onClick=${pages.reload}>${say('refresh')}<//>
            <${Button} icon="download" onClick=${() => download('/audit-events.csv', query, `audit-${filter.from}-${filter.to}.csv`)}>${say('csv')}<//></div></div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="shield" title=${say('noLooks')} text=${say('noLooksText')} />`}>
            <${Table} caption=${say('looks')} hideCaption rows=${pages.rows} id=${(/** @type {any} */ row) => `${row.id} ${row.event_type}`} columns=${[
                { key: 'when', label: say('when'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.timestamp)}</span>` },
                { key: 'who', label: say('who'), render: (/** @type {any} */ row) => html`<bdi>${who(row)}</bdi>${row.detail.role && who(row) !== roleText(row.detail.role) && html`<br /><span class="muted small">${roleText(row.detail.role)}</span>`}` },
                { key: 'event', label: say('event'), render: (/** @type {any} */ row) => html`<strong>${eventText(row.event_type)}</strong>${row.detail.operation && html`<br /><span class="muted small">${operationText(row.detail.operation)}</span>`}${row.detail.reason && html`<br /><span class="muted small">${row.detail.reason}</span>`}` },
                { key: 'patients', label: say('patient'), render: (/** @type {any} */ row) => html`<${Patients} ids=${row.detail.patient_ids || []} />` },
                { key: 'more', label: say('fields'), render: (/** @type {any} */ row) => html`<span class="muted small">${[...new Set((row.detail.fields || []).map(fieldText))].slice(0, 5).join(', ')}</span>` },
                { key: 'position', label: say('position'), align: 'end', render: (/** @type {any} */ row) => (row.detail.position ? html`<${Button} small kind="quiet" icon="shield" aria-label=${`${say('prove')} ${row.detail.position}`} onClick=${() => go('history/proof', { position: row.detail.position })}>${row.detail.position}<//>` : '') },
            ]} /><//></div>`
}

/** Patients of an access; their names are read only when they are asked for. @param {{ids: string[]}} props */
function Patients({ ids }) {
    const [names, setNames] = useState(/** @type {any[]|null} */ (null))
    if (!ids.length) return html`<span class="muted">–</span>`
    if (names) return html`<span>${names.map((one, index) => html`${index > 0 && ', '}<bdi>${nameOf(one)}</bdi>`)}${ids.length > names.length && ` + ${ids.length - names.length}`}</span>`
    return html`<${Button} small kind="quiet" title=${say('showNames')} onClick=${async () => setNames(await Promise.all(ids.slice(0, 10).map(patientOf)))}>${say('patients', { count: ids.length })}<//>`
}
