// Records that may be of the same person: the list, a look at both before they are merged, and taking a merge back.
import { all, get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Dialog, Empty, Failure, Field, Input, PersonName, ProblemText, Skeleton, toast } from '../../core/ui.js'
import { detailsOf, fields, shownValue } from './details.js'
import { showPatient } from './state.js'
import { say } from './words.js'

const loadDuplicates = (/** @type {string} */ id) => get(`/patients/${id}/possible-duplicates`).then((page) => page.items)

/**
 * A line that says that there are possible duplicates with the same birth date.
 * @param {{patient: any, onOpen: () => void}} props
 */
export function DuplicateNotice({ patient, onOpen }) {
    const { data } = useLoad(() => loadDuplicates(patient.id), [patient.id, patient.version])
    const likely = (data || []).filter((one) => one.same.includes('birth_date'))
    if (!likely.length) return null
    return html`<div class="notice warn row spread patients-line-notice"><span>${say('likelyDuplicates', { count: likely.length })}</span><${Button} small onClick=${onOpen}>${say('look')}<//></div>`
}

/** @param {{patient: any, mayMerge: boolean, onClose: () => void, onMerged: () => any}} props */
export function Duplicates({ patient, mayMerge, onClose, onMerged }) {
    const { data, error, reload } = useLoad(() => loadDuplicates(patient.id), [patient.id])
    const [other, setOther] = useState(/** @type {any} */ (null))
    if (other) return html`<${Merge} key="merge" patient=${patient} other=${other} onBack=${() => setOther(null)} onClose=${onClose} onMerged=${onMerged} />`
    return html`<${Dialog} key="list" title=${say('duplicates')} wide onClose=${onClose}>
        ${error ? html`<${Failure} error=${error} retry=${reload} />` : !data ? html`<${Skeleton} />` : !data.length ? html`<${Empty} title=${say('noDuplicates')} />` : html`<ul class="bare stack">
            ${data.map(({ patient: one, same }) => html`<li class="patients-same" key=${one.id}><div class="stack tight"><strong><${PersonName} person=${one} /></strong>
                <span class="small muted">${[one.birth_date && date(one.birth_date), one.phone, one.email].filter(Boolean).join(' · ')}</span>
                <span class="row">${same.map((what) => html`<${Badge} tone="info">${say(/** @type {any} */ (`same_${what}`))}<//>`)}</span></div>
                <div class="row"><${Button} onClick=${() => (onClose(), showPatient(one))}>${say('openRecord')}<//>${mayMerge && html`<${Button} kind="primary" onClick=${() => setOther(one)}>${say('merge')}<//>`}</div></li>`)}</ul>`}<//>`
}

/** @param {{patient: any, other: any, onBack: () => void, onClose: () => void, onMerged: () => any}} props */
function Merge({ patient, other, onBack, onClose, onMerged }) {
    const pair = [patient, other]
    // The older record survives unless somebody chooses the other.
    const [survivor, setSurvivor] = useState(patient.registered_at <= other.registered_at ? patient.id : other.id)
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const visits = useLoad(() => Promise.all(pair.map((one) => all('/appointments', { patient_id: one.id, from: '1900-01-01', to: '2199-12-31', limit: 200 }).then((rows) => rows.length, () => null))), [patient.id, other.id])
    const merged = pair.find((one) => one.id !== survivor)
    const merge = async () => {
        setProblem(null)
        try {
            await post(`/patients/${survivor}/merge`, { patient_id: merged.id, reason: reason.trim() })
            toast(say('merged'))
            if (survivor !== patient.id) showPatient(other)
            await onMerged()
        } catch (error) {
            setProblem(error)
        }
    }
    const obstacles = problem instanceof Problem && problem.type === 'merge-obstacles' ? problem.body.obstacles || [] : null
    return html`<${Dialog} title=${say('mergeTitle')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onBack}>${say('backStep')}<//><${Button} kind="danger" disabled=${!reason.trim()} onClick=${merge}>${say('merge')}<//>`}>
        <p>${say('mergeText')}</p>
        <div class="table-frame"><table class="table"><thead><tr><th scope="col">${say('survives')}</th>${pair.map((one) => html`<th scope="col"><label class="check"><input type="radio" name="survivor" checked=${survivor === one.id} onChange=${() => setSurvivor(one.id)} />
                <span><${PersonName} person=${one} /> ${survivor === one.id ? html`<${Badge} tone="good">${say('stays')}<//>` : html`<${Badge}>${say('goesIn')}<//>`}</span></label></th>`)}</tr></thead>
            <tbody>${fields.map((field) => {
                const [a, b] = pair.map((one) => detailsOf(one)[field])
                return a || b ? html`<tr key=${field} class=${a === b ? '' : 'patients-differs'}><th scope="row">${say(field)}</th>${[a, b].map((value) => html`<td class="patients-lines">${shownValue(field, value)}</td>`)}</tr>` : null
            })}
            <tr><th scope="row">${say('registeredAt')}</th>${pair.map((one) => html`<td class="number">${dateTime(one.registered_at)}</td>`)}</tr>
            <tr><th scope="row">${say('visits')}</th>${pair.map((_, at) => html`<td class="number">${visits.data ? visits.data[at] ?? '–' : '…'}</td>`)}</tr></tbody></table></div>
        <${Field} label=${say('mergeReason')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//>
        ${obstacles ? html`<div class="notice bad stack" role="alert"><strong>${say('obstacles')}</strong><ul>${obstacles.map((one) => html`<li><${PersonName} person=${pair.find((two) => two.id === one.patient_id)} />: ${say(/** @type {any} */ (`obstacle_${one.kind}`))}</li>`)}</ul></div>` : html`<${ProblemText} problem=${problem} />`}<//>`
}

/**
 * What was merged into this record, with the way back.
 * @param {{patient: any, onChanged: () => any}} props
 */
export function MergedRecords({ patient, onChanged }) {
    const [asks, setAsks] = useState(false)
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const undo = async () => {
        setProblem(null)
        try {
            await post(`/patients/${patient.id}/unmerge`, { reason: reason.trim() })
            setAsks(false)
            toast(say('unmerged'))
            await onChanged()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<div class="notice row spread patients-line-notice"><span>${say('mergedRecords', { count: patient.merged_records.length })}</span><${Button} small onClick=${() => setAsks(true)}>${say('unmerge')}<//></div>
        ${asks && html`<${Dialog} title=${say('unmerge')} onClose=${() => setAsks(false)} footer=${html`<${Button} onClick=${() => setAsks(false)}>${say('cancel')}<//><${Button} kind="danger" disabled=${!reason.trim()} onClick=${undo}>${say('unmerge')}<//>`}>
            <p>${say('unmergeText')}</p><${Field} label=${say('unmergeReason')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//><${ProblemText} problem=${problem} /><//>`}`
}
