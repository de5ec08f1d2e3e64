// Everything on record in one list, by kind and period.
import { get, openDocument } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, dayOf, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, DateInput, Dialog, Empty, Failure, Field, Select, Skeleton, statusText } from '../../core/ui.js'
import { attempt } from './attempt.js'
import { openFile } from './open-file.js'
import { say } from './words.js'

const kinds = { receptionist: ['visit', 'file', 'treatment_plan', 'consent'], other: ['visit', 'note', 'vitals', 'prescription', 'file', 'treatment_plan', 'history_form', 'consent', 'tooth_finding', 'perio_examination'] }

/** @param {any} record */
function prescription({ medication, status }) {
    if (!medication) return say('erasedText')
    const dose = `${number(medication.dose.value, Number.isInteger(medication.dose.value) ? 0 : 1)} ${say(/** @type {any} */ (`unit_${medication.dose.unit}`))}`
    const { times, unit = 'day' } = medication.frequency
    return [medication.drug.name, dose, say(/** @type {any} */ (`per_${unit}`), { times }), say(/** @type {any} */ (`prescription_${status}`))].join(' · ')
}

/**
 * What a record says in one line.
 * @param {string} type
 * @param {any} record
 */
export function summary(type, record) {
    switch (type) {
        case 'visit': return [record.service_name, record.doctor_name, statusText(record.status)].join(' · ')
        case 'note': return [record.title, say(/** @type {any} */ (`note_${record.status}`))].filter(Boolean).join(' · ')
        case 'vitals': return record.measurements.map((one) => `${say(/** @type {any} */ (`vital_${one.type}`))} ${number(one.value, Number.isInteger(one.value) ? 0 : 1)} ${one.unit || ''}`).join(', ')
        case 'prescription': return prescription(record)
        case 'file': return [record.name, say(/** @type {any} */ (`category_${record.category}`)), record.tooth && say('toothN', { tooth: record.tooth })].filter(Boolean).join(' · ')
        case 'treatment_plan': return [record.title || say('planWithoutTitle'), say(/** @type {any} */ (`plan_${record.status}`))].join(' · ')
        case 'history_form': return say('filledOn', { day: date(record.filled_on) })
        case 'consent': return [record.wording?.title, say(/** @type {any} */ (`consent_${record.status}`))].filter(Boolean).join(' · ')
        case 'tooth_finding': return [say('toothN', { tooth: record.tooth }), record.surfaces?.join(''), say(/** @type {any} */ (`finding_${record.kind}`)), say(/** @type {any} */ (`state_${record.state}`))].filter(Boolean).join(' · ')
        case 'perio_examination': return say('perioShort', { bleeding: record.figures.bleeding_percent, deepest: record.figures.deepest_pocket })
        default: return ''
    }
}

/** @param {{patient: any, role: string}} props */
export function Tab({ patient, role }) {
    const [type, setType] = useState('')
    const [from, setFrom] = useState('')
    const [to, setTo] = useState('')
    const [more, setMore] = useState(/** @type {{items: any[], cursor: string|null}|null} */ (null))
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const query = { type, from, to, limit: 60 }
    const first = useLoad(async () => (setMore(null), get(`/patients/${patient.id}/records`, query)), [patient.id, type, from, to])
    const next = more ? more.cursor : first.data?.next_cursor
    const rows = [...(first.data?.items || []), ...(more?.items || [])]
    const loadMore = async () => {
        const page = await get(`/patients/${patient.id}/records`, { ...query, cursor: next })
        setMore({ items: [...(more?.items || []), ...page.items], cursor: page.next_cursor })
    }
    const openRow = (/** @type {any} */ row) => row.type === 'file' ? attempt(() => openFile(row.record.id)) : setShown(row)
    const choices = kinds[role === 'receptionist' ? 'receptionist' : 'other']
    return html`<div class="row patients-filter">
            <${Field} label=${say('kind')}><${Select} value=${type} onChange=${setType} options=${[{ value: '', label: say('allKinds') }, ...choices.map((value) => ({ value, label: say(/** @type {any} */ (`kind_${value}`)) }))]} /><//>
            <${Field} label=${say('from')}><${DateInput} value=${from} onChange=${setFrom} /><//><${Field} label=${say('to')}><${DateInput} value=${to} onChange=${setTo} /><//></div>
        ${first.error && !first.data ? html`<${Failure} error=${first.error} retry=${first.reload} />` : !first.data ? html`<${Skeleton} rows=${6} />` : !rows.length ? html`<${Empty} icon="list" title=${say('noRecords')} />`
            : html`<ol class="bare patients-timeline">${rows.map((row, at) => {
                const day = dayOf(row.at)
                const isNew = at === 0 || dayOf(rows[at - 1].at) !== day
                return html`${isNew && html`<li class="patients-day" key=${day}>${date(day, 'full')}</li>`}<li key=${row.record.id}><button type="button" class="patients-line" onClick=${() => openRow(row)}>
                    <${Badge} tone=${tones[row.type]}>${say(/** @type {any} */ (`kind_${row.type}`))}<//><span>${summary(row.type, row.record)}</span></button></li>`
            })}</ol>`}
        ${next && html`<div><${Button} onClick=${loadMore}>${say('showMore')}<//></div>`}
        ${shown && html`<${Detail} row=${shown} onClose=${() => setShown(null)} />`}`
}

const tones = { visit: 'accent', note: 'info', vitals: 'good', prescription: 'violet', file: 'neutral', treatment_plan: 'warn', history_form: 'info', consent: 'info', tooth_finding: 'neutral', perio_examination: 'neutral' }

/** @param {{row: any, onClose: () => void}} props */
function Detail({ row, onClose }) {
    const { record, type } = row
    const text = record.text || record.note || record.medication?.instructions || record.reason
    const entries = record.content?.entries
    return html`<${Dialog} title=${say(/** @type {any} */ (`kind_${type}`))} wide=${Boolean(entries || text?.length > 300)} onClose=${onClose}>
        <p class="small muted">${dateTime(row.at)}</p><p><strong>${summary(type, record)}</strong></p>
        ${text && html`<p class="patients-lines">${text}</p>`}
        ${type === 'consent' && record.wording && html`<p class="patients-lines patients-wording">${record.wording.text}</p>`}
        ${type === 'treatment_plan' && html`<ul>${record.items.map((item) => html`<li>${[item.tooth, item.surfaces?.join(''), item.service_name].filter(Boolean).join(' ')}</li>`)}</ul>`}
        ${['prescription', 'treatment_plan'].includes(type) && html`<div><${Button} icon="file" onClick=${() => openDocument(`/${type.replace('_', '-')}s/${record.id}/pdf`)}>${say('asPDF')}<//></div>`}
        ${entries && html`<${Answers} entries=${entries} />`}<//>`
}

/**
 * Questions and answers of a form.
 * @param {{entries: any[]}} props
 */
export function Answers({ entries }) {
    return html`<dl class="patients-answers">${entries.map(({ question, answer }) => html`<div><dt>${question.text}</dt><dd>${answerText(answer)}</dd></div>`)}</dl>`
}

/** @param {any} answer */
export function answerText(answer) {
    if (!answer) return '–'
    if (typeof answer.yes_no === 'boolean') return answer.yes_no ? html`<strong class="patients-bad">${say('yes')}</strong>` : say('no')
    return answer.choice ?? answer.text ?? answer.number ?? (answer.date ? date(answer.date) : '–')
}
