import { all, openDocument, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { age, date, dateTime } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Button, Card, Failure, PersonName, Skeleton, Status, Time } from '../../core/ui.js'
import { NewNote } from './note.js'
import { Prescribe } from './prescribe.js'
import { say } from './words.js'

/**
 * One visit: what must be known before the patient is touched, and what is written down after.
 * @param {{entry: any, actions: any, undo: any}} props
 */
export function Visit({ entry, actions, undo }) {
    const { appointment, patient } = entry
    const [dialog, setDialog] = useState('')
    const path = `/patients/${patient?.id}`
    const chart = useLoad(async () => {
        const [allergies, conditions, medications] = await Promise.all(['allergies', 'conditions', 'medications'].map((kind) => all(`${path}/${kind}`, { status: 'current' })))
        return { allergies, conditions, medications }
    }, [patient?.id])
    const notes = useLoad(() => all(`${path}/notes`, {}, { limit: 30 }), [patient?.id])
    const prescriptions = useLoad(() => all(`${path}/prescriptions`, { status: 'active' }), [patient?.id])
    const isRestricted = chart.error instanceof Problem && chart.error.type === 'restricted-record'
    return html`<div class="stack">
        <${Card}><div class="row spread"><div><h2><${PersonName} person=${patient} /></h2><p class="muted">${patient?.birth_date ? `${date(patient.birth_date)} · ${age(patient.birth_date)}` : ''} ${patient?.phone || ''}</p></div><${Status} status=${appointment.status} /></div>
            <${Allergies} chart=${chart} isRestricted=${isRestricted} />
            <p><${Time} value=${appointment.start} />–<${Time} value=${appointment.end} /> · ${appointment.service_name} · ${appointment.chair_name}</p>
            ${appointment.reason && html`<p><strong>${say('reason')}:</strong> ${appointment.reason}</p>`}
            ${appointment.notes?.length > 0 && html`<div class="stack tight"><strong>${say('staffNote')}</strong>${appointment.notes.map((one) => html`<p key=${one.at}>${one.note} <span class="muted small">${one.author?.name || ''} · <${Time} value=${one.at} /></span></p>`)}</div>`}
            <div class="row">${actions}${undo}<span class="grow"></span>
                <${Button} icon="tooth" onClick=${() => go('patients', { patientId: patient.id, tab: 'chart' })}>${say('chart')}<//><${Button} icon="person" onClick=${() => go('patients', { patientId: patient.id })}>${say('card')}<//></div><//>
        ${!isRestricted && html`
        <${Card} title=${say('prescriptions')} actions=${html`<${Button} icon="plus" onClick=${() => setDialog('prescribe')}>${say('prescribe')}<//>`}>
            ${prescriptions.error ? html`<${Failure} error=${prescriptions.error} retry=${prescriptions.reload} />` : !prescriptions.data ? html`<${Skeleton} rows=${1} />` : !prescriptions.data.length ? html`<p class="muted">${say('noPrescriptions')}</p>`
            : html`<ul class="bare stack tight">${prescriptions.data.map((one) => html`<li key=${one.id} class="row spread"><span><strong>${one.medication?.drug?.name}</strong> ${one.medication ? `${one.medication.dose.value} ${one.medication.dose.unit} · ${say('perDay', { count: one.medication.frequency.times })} · ${say('forDays', { count: one.medication.duration_days })}` : ''}</span><${Button} small kind="quiet" icon="file" onClick=${() => openDocument(`/prescriptions/${one.id}/pdf`)}>${say('pdf')}<//></li>`)}</ul>`}<//>
        <${Card} title=${say('notes')} actions=${html`<${Button} icon="plus" onClick=${() => setDialog('note')}>${say('newNote')}<//>`}>
            ${notes.error ? html`<${Failure} error=${notes.error} retry=${notes.reload} />` : !notes.data ? html`<${Skeleton} rows=${2} />` : !notes.data.length ? html`<p class="muted">${say('noNotes')}</p>`
            : notes.data.map((one) => html`<article key=${one.id} class="care-note"><div class="row spread"><strong>${one.title}</strong>${one.status === 'draft' ? html`<${Button} small onClick=${() => setDialog(one.id)}>${say('draft')}<//>` : html`<span class="muted small">${one.signed_at ? say('signedOn', { when: dateTime(one.signed_at) }) : ''}</span>`}</div>${one.text}</article>`)}<//>`}
        ${dialog === 'prescribe' && html`<${Prescribe} patient=${patient} onClose=${() => setDialog('')} onDone=${() => (setDialog(''), prescriptions.reload())} />`}
        ${dialog && dialog !== 'prescribe' && html`<${NewNote} patient=${patient} appointment=${appointment} draft=${notes.data?.find((one) => one.id === dialog)} onClose=${() => (setDialog(''), notes.reload())} />`}</div>`
}

/** @param {{chart: any, isRestricted: boolean}} props */
function Allergies({ chart, isRestricted }) {
    if (isRestricted) return html`<p class="care-alerts">${say('restricted')}</p>`
    if (chart.error) return html`<${Failure} error=${chart.error} retry=${chart.reload} />`
    if (!chart.data) return html`<${Skeleton} rows=${1} />`
    const { allergies, conditions, medications } = chart.data
    return html`${allergies.length ? html`<div class="care-alerts" role="note" aria-label=${say('allergies')}>${allergies.map((one) => html`<span key=${one.id}>${one.substance}${one.reaction ? ` (${one.reaction})` : ''}${one.criticality === 'high' ? ' !' : ''}</span>`)}</div>` : html`<p class="care-alerts calm">${say('noAllergies')}</p>`}
        ${conditions.length > 0 && html`<p><strong>${say('conditions')}:</strong> ${conditions.map((one) => html`<${Badge} key=${one.id} tone=${one.is_alert ? 'bad' : 'neutral'}>${one.name}<//> `)}</p>`}
        ${medications.length > 0 && html`<p><strong>${say('medications')}:</strong> ${medications.map((one) => html`<${Badge} key=${one.id}>${one.name}${one.dose ? ` ${one.dose}` : ''}<//> `)}</p>`}`
}
