import { all, get, post, Problem, put } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { addDays, date, money, nameOf, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { session } from '../../core/session.js'
import { Button, Confirm, Dialog, Empty, Field, PatientPicker, Select, statusText, toast } from '../../core/ui.js'
import { FormProblem, NumberField, useForm } from '../admin/form.js'
import { DraftLines, emptyLine, lineOf, netOf, sentLine } from './lines.js'
import { activeServices, usePatient } from './names.js'
import { Shares } from './shares.js'
import { say } from './words.js'

/** Visits that may be charged: those of the last months that were not cancelled or missed. @param {string} patientID */
function visitsOf(patientID) {
    return get('/appointments', { patient_id: patientID, from: addDays(today(), -120), to: today(), limit: 50, status: ['arrived', 'seated', 'in_treatment', 'ready_for_checkout', 'completed'] }).then((page) => page.items.map((/** @type {any} */ one) => one.appointment).reverse())
}

/** Done work of treatment plans that no invoice charges yet. @param {string} patientID */
async function doneItems(patientID) {
    const plans = await all('/treatment-plans', { patient_id: patientID, status: 'accepted' })
    return plans.flatMap((plan) => plan.items.filter((/** @type {any} */ item) => item.status === 'done').map((/** @type {any} */ item) => ({ ...item, plan_id: plan.id })))
}

/**
 * Writes an invoice: lines by services, then the draft is saved or issued.
 * @param {{draft: any, onClose: () => void, onChanged: () => void, onIssued: (invoice: any) => void}} props
 * `draft`: a saved draft, or `{patient_id?, patient?, appointment_id?}` for a new one
 */
export function DraftEditor({ draft, onClose, onChanged, onIssued }) {
    const [patientID, setPatientID] = useState(draft.patient_id || '')
    const patient = usePatient(patientID, draft.patient)
    const currency = session().clinic?.currency || 'EUR'
    const [saved, setSaved] = useState(/** @type {any} */ (draft.id ? draft : null))
    const [dirty, setDirty] = useState(!draft.id)
    const [asks, setAsks] = useState(/** @type {any} */ (null))
    const form = useForm({ appointment_id: draft.appointment_id || '', payment_term_days: draft.payment_term_days ?? null, lines: (draft.lines || []).map((/** @type {any} */ line) => lineOf(line, currency)) })
    const services = useLoad(activeServices, [])
    const visits = useLoad(async () => (patientID ? visitsOf(patientID) : []), [patientID])
    const items = useLoad(async () => (patientID ? doneItems(patientID).catch(() => []) : []), [patientID])
    const lines = form.value.lines
    const change = (/** @type {string} */ name, /** @type {any} */ value) => (setDirty(true), form.set(name, value))
    const visit = visits.data?.find((/** @type {any} */ one) => one.id === form.value.appointment_id)

    // The services of a visit are its first lines.
    useEffect(() => {
        if (!visit || draft.id || lines.length || !services.data) return
        const wanted = [visit.service_id, ...(visit.further_services || []).map((/** @type {any} */ one) => one.service_id)]
        const found = wanted.map((id) => services.data?.find((one) => one.id === id)).filter(Boolean)
        if (found.length) change('lines', found.map((service) => ({ ...emptyLine(currency), service_id: service.id })))
    }, [visit?.id, services.data])

    const body = () => ({
        patient_id: patientID, lines: lines.map(sentLine),
        ...(form.value.appointment_id ? { appointment_id: form.value.appointment_id } : {}),
        ...(form.value.payment_term_days !== null ? { payment_term_days: form.value.payment_term_days } : {}),
    })
    const store = async () => {
        if (!lines.length) throw new Error(say('linesMissing'))
        const sent = body()
        const next = saved ? await put(`/invoice-drafts/${saved.id}`, sent, { key: form.key({ ...sent, version: saved.version }), ifMatch: `"${saved.version}"` }) : await post('/invoice-drafts', sent, { key: form.key(sent) })
        setSaved(next)
        setDirty(false)
        onChanged()
        return next
    }
    const save = () => form.submit(store, say('saved'))
    const issue = (another = false) => form.submit(async () => {
        const ready = dirty || !saved ? await store() : saved
        try {
            const invoice = await post(`/invoice-drafts/${ready.id}/issue`, { another }, { key: form.key({ issue: ready.id, version: ready.version, another }) })
            onChanged()
            toast(say('issuedDone', { number: invoice.number }))
            onIssued(invoice)
        } catch (error) {
            if (!(error instanceof Problem && error.type === 'already-invoiced')) throw error
            setAsks({ invoiceID: error.body.invoice_id })
        }
    })
    const discard = async () => {
        await post(`/invoice-drafts/${saved.id}/discard`)
        toast(say('discarded'))
        onChanged()
        onClose()
    }
    if (!patientID) return html`<${Dialog} title=${say('draftTitle')} onClose=${onClose}>
        <${Field} label=${say('choosePatient')}><${PatientPicker} autofocus onPick=${(/** @type {any} */ one) => setPatientID(one.id)} /><//><div class="money-room"></div><//>`
    const net = netOf(lines, services.data || [])
    return html`<${Dialog} title=${saved ? say('draftEdit') : say('draftTitle')} wide onClose=${onClose} footer=${html`
            ${saved && html`<${Button} kind="danger" onClick=${() => setAsks('discard')}>${say('discard')}<//>`}
            <${Button} onClick=${save} disabled=${!dirty}>${say('save')}<//>
            <${Button} kind="primary" disabled=${!lines.length} onClick=${() => issue()}>${saved && !dirty ? say('issueSum', { amount: money(saved.total) }) : say('issue')}<//>`}>
        <div class="money-draft-head"><div><span class="muted">${say('patient')}</span><br /><strong><bdi>${nameOf(patient)}</bdi></strong></div>
            <${Field} label=${say('forVisit')}><${Select} value=${form.value.appointment_id} onChange=${(/** @type {string} */ id) => change('appointment_id', id)} options=${visitOptions(visits.data, form.value.appointment_id)} /><//>
            <${NumberField} form=${{ ...form, set: change }} name="payment_term_days" label=${say('term')} placeholder=${say('usual')} max=${3650} /></div>
        ${(items.data || []).length > 0 && html`<section class="stack tight"><h3>${say('planItems')}</h3><ul class="bare money-list">
            ${(items.data || []).filter((/** @type {any} */ item) => !lines.some((/** @type {any} */ line) => line.treatment_item?.item_id === item.id)).map((/** @type {any} */ item) => html`<li key=${item.id}><span>${item.service_name}${item.tooth && html` <span class="muted">${say('tooth', { tooth: item.tooth })}</span>`}</span>
                <span class="row"><span class="number">${money(item.fee)}</span><${Button} small onClick=${() => change('lines', [...lines, { ...emptyLine(currency), service_id: item.service_id, unit_price: item.fee, treatment_item: { treatment_plan_id: item.plan_id, item_id: item.id } }])}>${say('addItem')}<//></span></li>`)}</ul></section>`}
        ${lines.length ? '' : html`<${Empty} title=${say('noLines')} />`}
        <${DraftLines} form=${form} onChange=${(/** @type {any[]} */ next) => change('lines', next)} services=${services.data || []} currency=${currency} />
        <div class="row spread money-draft-sum"><span class="muted small">${dirty ? say('saveFirst') : ''}</span>
            <span>${say('total')}: <strong class="number money-big">${saved && !dirty ? money(saved.total) : money({ amount: net, currency })}</strong> ${dirty && html`<span class="muted small">${say('approximate')}</span>`}</span></div>
        ${saved && !dirty && html`<${Shares} path=${`/invoice-drafts/${saved.id}/insurance-estimate`} turn=${saved.version} />`}
        <${FormProblem} form=${form} />
        ${asks === 'discard' && html`<${Confirm} title=${say('discardTitle')} text=${say('discardText')} confirm=${say('discard')} danger onClose=${() => setAsks(null)} onConfirm=${discard} />`}
        ${asks?.invoiceID && html`<${Confirm} title=${say('alreadyInvoiced')} confirm=${say('issueAnother')} onClose=${() => setAsks(null)} onConfirm=${() => (setAsks(null), issue(true))}>
            <div><${Button} onClick=${() => onIssued({ id: asks.invoiceID })}>${say('showInvoice')}<//></div><//>`}
    <//>`
}

/** @param {any[]|undefined} visits @param {string} chosen */
function visitOptions(visits, chosen) {
    const list = (visits || []).map((one) => ({ value: one.id, label: `${date(one.date)} ${time(one.start)} · ${one.service_name} · ${statusText(one.status)}` }))
    if (chosen && !list.some((one) => one.value === chosen)) list.push({ value: chosen, label: say('visit') })
    return [{ value: '', label: say('noVisit') }, ...list]
}
