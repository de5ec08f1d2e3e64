import { all, get } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { addDays, date, dateTime, nameOf, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go, useHandedOver } from '../../core/router.js'
import { Button, Dialog, Empty, Failure, Field, PatientPicker, Select, Skeleton, Status, statusText, Table } from '../../core/ui.js'
import { eventText, fieldText } from './events.js'
import { InvoicePicker, InvoiceStates } from './moneythen.js'
import { roleText } from './roles.js'
import { say } from './words.js'

/** Where the histories are, and what people call their subjects. @type {Record<string, {path: string, label: string, asOf?: boolean}>} */
const kinds = {
    appointment: { path: '/appointments', label: 'appointment', asOf: true },
    invoice: { path: '/invoices', label: 'invoice', asOf: true },
    payment: { path: '/payments', label: 'payment' },
    patient: { path: '/patients', label: 'patient' },
    family: { path: '/family-accounts', label: 'family' },
    staff: { path: '/staff', label: 'staff' },
    service: { path: '/services', label: 'serviceKind' },
    chair: { path: '/chairs', label: 'chairKind' },
}

/** Who changed a thing, and when. */
export function Changes() {
    const given = useHandedOver()
    const [kind, setKind] = useState(given?.kind in kinds ? given.kind : 'appointment')
    const [subject, setSubject] = useState(/** @type {{id: string, title: any} | null} */ (given?.id ? { id: given.id, title: given.title || '' } : null))
    useEffect(() => {
        if (!given?.id || !(given.kind in kinds)) return
        setKind(given.kind)
        setSubject({ id: given.id, title: given.title || '' })
    }, [given])
    return html`<div class="stack"><div class="row history-what"><${Field} label=${say('what')}><${Select} value=${kind} onChange=${(/** @type {string} */ next) => (setKind(next), setSubject(null))} options=${Object.entries(kinds).map(([value, one]) => ({ value, label: say(/** @type {any} */ (one.label)) }))} /><//>
            <${SubjectPicker} key=${kind} kind=${kind} onPick=${setSubject} /></div>
        ${subject ? html`<${ChangeList} key=${`${kind} ${subject.id}`} kind=${kind} subject=${subject} />` : html`<${Empty} icon="history" title=${say('noChanges')} text=${say('noChangesText')} />`}</div>`
}

/** @param {{kind: string, onPick: (subject: {id: string, title: any}) => void}} props */
function SubjectPicker({ kind, onPick }) {
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    const list = useLoad(async () => (['staff', 'service', 'chair'].includes(kind) ? all(kinds[kind].path, { limit: 200 }) : []), [kind])
    const found = useLoad(async () => {
        if (!patient) return []
        if (kind === 'payment') return (await get('/payments', { patient_id: patient.id, limit: 50 })).items.map((/** @type {any} */ one) => ({ id: one.id, title: one.number || dateTime(one.received_at) }))
        return (await all('/appointments', { patient_id: patient.id, from: addDays(today(), -365), to: addDays(today(), 365), limit: 200 })).map((one) => one.appointment).reverse().map((one) => ({ id: one.id, title: `${date(one.date)} ${time(one.start)} · ${one.service_name} · ${statusText(one.status)}` }))
    }, [patient?.id, kind])
    if (kind === 'invoice') return html`<${InvoicePicker} onPick=${(/** @type {any} */ one) => onPick({ id: one.id, title: one.number })} />`
    if (['staff', 'service', 'chair'].includes(kind)) return html`<${Field} label=${say('choose')} class="history-finder"><${Select} value="" onChange=${(/** @type {string} */ id) => id && onPick({ id, title: list.data?.find((one) => one.id === id)?.name })}
        options=${[{ value: '', label: '…' }, ...(list.data || []).map((one) => ({ value: one.id, label: one.name }))]} /><//>`
    const chosen = (/** @type {any} */ one) => (['patient', 'family'].includes(kind) ? onPick({ id: one.id, title: html`<bdi>${nameOf(one)}</bdi>` }) : setPatient(one))
    return html`<${Field} label=${say('patient')} class="history-finder"><${PatientPicker} label=${say('patient')} onPick=${chosen} /><//>
        ${patient && html`<${Field} label=${html`${kind === 'payment' ? say('payment') : say('visits')} · <bdi>${nameOf(patient)}</bdi>`} class="history-finder"><${Select} value="" onChange=${(/** @type {string} */ id) => id && onPick(found.data.find((/** @type {any} */ one) => one.id === id))} options=${[{ value: '', label: '…' }, ...(found.data || []).map((/** @type {any} */ one) => ({ value: one.id, label: one.title }))]} /><//>`}`
}

/** @param {{kind: string, subject: {id: string, title: any}}} props */
function ChangeList({ kind, subject }) {
    const { data, error, reload } = useLoad(() => get(`${kinds[kind].path}/${subject.id}/history`), [kind, subject.id])
    const [shown, setShown] = useState(/** @type {any} */ (null))
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${6} />`
    return html`<h2>${subject.title}</h2>${data.items.length === 0 ? html`<${Empty} icon="history" title=${say('noChanges')} />` : html`<${Table} caption=${say('changes')} hideCaption rows=${data.items} id=${(/** @type {any} */ row) => String(row.position)} columns=${[
        { key: 'when', label: say('when'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.timestamp)}</span>` },
        { key: 'who', label: say('who'), render: (/** @type {any} */ row) => html`<bdi>${row.name || (row.account_id ? roleText(row.role) : `${roleText(row.role)} (${say('program')})`)}</bdi>${row.name && html`<br /><span class="muted small">${roleText(row.role)}</span>`}` },
        { key: 'event', label: say('event'), render: (/** @type {any} */ row) => html`<strong>${eventText(row.event_type)}</strong>${row.reason && html`<br /><span>${row.reason}</span>`}` },
        { key: 'fields', label: say('fields'), render: (/** @type {any} */ row) => html`<span class="muted small" title=${row.fields.join(', ')}>${[...new Set(row.fields.map(fieldText))].slice(0, 6).join(', ')}${row.fields.length > 6 ? ' …' : ''}</span>` },
        { key: 'position', label: say('position'), align: 'end', render: (/** @type {any} */ row) => html`<span class="row history-row-end"><span class="number">${row.position}</span>${kinds[kind].asOf && html`<${Button} small onClick=${() => setShown(row)}>${say('show')}<//>`}<${Button} small kind="quiet" icon="shield" onClick=${() => go('history/proof', { position: row.position })}>${say('prove')}<//></span>` },
    ]} />`}
    ${shown && html`<${Dialog} wide title=${say('showThen')} onClose=${() => setShown(null)}><p>${eventText(shown.event_type)} · ${dateTime(shown.timestamp)}</p>
        ${kind === 'invoice' ? html`<${InvoiceStates} id=${subject.id} asOf=${String(shown.position)} title=${say('showThen')} />` : html`<${VisitStates} id=${subject.id} position=${shown.position} />`}<//>`}`
}

/** A visit after a change, and now. @param {{id: string, position: number}} props */
function VisitStates({ id, position }) {
    const { data, error, reload } = useLoad(() => Promise.all([get(`/appointments/${id}`, { as_of: position }), get(`/appointments/${id}`)]), [id, position])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} />`
    const [then, now] = data
    /** @type {[string, (one: any) => any][]} */
    const rows = [
        [say('status'), (one) => html`<${Status} status=${one.status} />`], [say('time'), (one) => `${date(one.date)} ${time(one.start)}–${time(one.end)}`], [say('service'), (one) => one.service_name],
        [say('doctor'), (one) => one.doctor_name], [say('chair'), (one) => one.chair_name], [say('reason'), (one) => one.cancellation?.reason || one.reason || '–'],
    ]
    return html`<${Table} rows=${rows.map(([label, read]) => ({ label, then: read(then), now: read(now), differs: JSON.stringify(read(then)) !== JSON.stringify(read(now)) }))} id=${(/** @type {any} */ row) => row.label} columns=${[
        { key: 'label', label: say('what'), render: (/** @type {any} */ row) => html`<span class="muted">${row.label}</span>` }, { key: 'then', label: say('showThen'), render: (/** @type {any} */ row) => row.then },
        { key: 'now', label: say('stateNow'), render: (/** @type {any} */ row) => (row.differs ? html`<strong>${row.now}</strong>` : row.now) },
    ]} />`
}
