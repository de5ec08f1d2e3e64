// Allergies, conditions and medications of a patient, for doctors and admins: adding one, and ending one with a reason.
import { all, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dayOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Checkbox, Dialog, Failure, Field, Input, Menu, ProblemText, Select, Skeleton, Tabs, toast } from '../../core/ui.js'
import { useOnce } from './attempt.js'
import { say } from './health-words.js'

const groups = ['penicillins', 'cephalosporins', 'macrolides', 'lincosamides', 'tetracyclines', 'quinolones', 'sulfonamides', 'nitroimidazoles', 'aminoglycosides', 'carbapenems', 'glycopeptides', 'azole_antifungals', 'amide_local_anaesthetics', 'ester_local_anaesthetics', 'nsaids', 'salicylates', 'pyrazolones', 'opioids', 'benzodiazepines', 'aromatic_anticonvulsants', 'corticosteroids', 'ace_inhibitors', 'heparins', 'bisphosphonates', 'chlorhexidine', 'iodine', 'latex', 'sulfites', 'egg_and_soya']
const kinds = /** @type {const} */ (['allergies', 'conditions', 'medications'])

/**
 * @param {{patient: any, onClose: () => void, onChanged: () => any}} props
 */
export function Health({ patient, onClose, onChanged }) {
    const [kind, setKind] = useState('allergies')
    return html`<${Dialog} title=${say('title')} wide onClose=${onClose}>
        <${Tabs} label=${say('title')} tabs=${kinds.map((id) => ({ id, label: say(id) }))} value=${kind} onChange=${setKind}><${Entries} key=${kind} kind=${kind} patient=${patient} onChanged=${onChanged} /><//><//>`
}

/**
 * @param {{kind: string, patient: any, onChanged: () => any}} props
 */
function Entries({ kind, patient, onChanged }) {
    const [ended, setEnded] = useState(false)
    const list = useLoad(() => all(`/patients/${patient.id}/${kind}`, { limit: 200 }), [patient.id, kind])
    const [ending, setEnding] = useState(/** @type {{entry: any, step: string}|null} */ (null))
    const changed = () => Promise.all([list.reload(), onChanged()])
    const rows = (list.data || []).filter((one) => ended || one.status === 'current')
    const over = (list.data || []).filter((one) => one.status !== 'current').length
    return html`${list.error ? html`<${Failure} error=${list.error} retry=${list.reload} />` : !list.data ? html`<${Skeleton} rows=${2} />` : !rows.length ? html`<p class="muted">${say('nothing')}</p>`
        : html`<ul class="bare patients-people">${rows.map((one) => html`<li key=${one.id} class=${one.status === 'current' ? '' : 'muted'}><span class="grow"><strong>${one.substance || one.name}</strong>
                ${one.criticality === 'high' || one.is_alert ? html` <${Badge} tone="bad" icon="warning">${say('alert')}<//>` : ''}${one.allergy_group ? html` <${Badge}>${say(/** @type {any} */ (one.allergy_group))}<//>` : ''}
                <span class="small muted patients-lines"> ${[one.reaction, one.dose, one.note, one.status !== 'current' && `${say('over')}: ${one.end_reason || ''}`].filter(Boolean).join(' · ')}</span></span>
            <span class="small muted number">${date(dayOf(one.recorded_at))}</span>
            ${one.status === 'current' && html`<${Menu} small kind="quiet" icon="more" label="" ariaLabel=${say('stepsOf', { name: one.substance || one.name })} items=${[{ label: say(kind === 'medications' ? 'noLongerTaken' : 'isOver'), run: () => setEnding({ entry: one, step: 'resolve' }) }, { label: say('inError'), danger: true, run: () => setEnding({ entry: one, step: 'enter-in-error' }) }]} />`}</li>`)}</ul>`}
        ${over > 0 && html`<div><${Button} small kind="quiet" onClick=${() => setEnded(!ended)}>${ended ? say('onlyCurrent') : say('showEnded', { count: over })}<//></div>`}
        ${ending ? html`<${End} kind=${kind} ...${ending} onClose=${() => setEnding(null)} onDone=${() => (setEnding(null), changed())} />` : html`<${Add} kind=${kind} patient=${patient} onDone=${changed} />`}`
}

/**
 * @param {{kind: string, patient: any, onDone: () => any}} props
 */
function Add({ kind, patient, onDone }) {
    const empty = { name: '', detail: '', criticality: 'high', group: '', alert: true }
    const [draft, setDraft] = useState(empty)
    const once = useOnce()
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const set = (/** @type {string} */ field) => (/** @type {any} */ value) => setDraft({ ...draft, [field]: value })
    const add = async () => {
        const [name, detail] = [draft.name.trim(), draft.detail.trim()]
        if (!name) return
        const body = kind === 'allergies' ? { substance: name, criticality: draft.criticality, ...(detail ? { reaction: detail } : {}), ...(draft.group ? { allergy_group: draft.group } : {}) }
            : kind === 'conditions' ? { name, clinical_status: 'active', is_alert: draft.alert, ...(detail ? { note: detail } : {}) } : { name, ...(detail ? { dose: detail } : {}) }
        setProblem(null)
        try {
            await once(body, (key) => post(`/patients/${patient.id}/${kind}`, body, { key }))
            setDraft(empty)
            toast(say('added'))
            await onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<form class="stack patients-add" onSubmit=${(event) => (event.preventDefault(), add())}><div class="patients-fields">
            <${Field} label=${say(kind === 'allergies' ? 'substance' : kind === 'conditions' ? 'condition' : 'medication')}><${Input} value=${draft.name} onInput=${set('name')} maxlength="200" autocomplete="off" /><//>
            <${Field} label=${say(kind === 'allergies' ? 'reaction' : kind === 'conditions' ? 'note' : 'dose')}><${Input} value=${draft.detail} onInput=${set('detail')} maxlength="500" autocomplete="off" /><//>
            ${kind === 'allergies' && html`<${Field} label=${say('danger')}><${Select} value=${draft.criticality} onChange=${set('criticality')} options=${['high', 'low', 'unable_to_assess'].map((value) => ({ value, label: say(/** @type {any} */ (value)) }))} /><//>
                <${Field} label=${say('group')} hint=${say('groupHint')}><${Select} value=${draft.group} onChange=${set('group')} options=${[{ value: '', label: '–' }, ...groups.map((value) => ({ value, label: say(/** @type {any} */ (value)) })).sort((a, b) => a.label.localeCompare(b.label))]} /><//>`}</div>
        ${kind === 'conditions' && html`<${Checkbox} checked=${draft.alert} onChange=${set('alert')}>${say('asAlert')}<//>`}
        <${ProblemText} problem=${problem} /><div><${Button} kind="primary" icon="plus" disabled=${!draft.name.trim()} onClick=${add}>${say('add')}<//></div></form>`
}

/**
 * @param {{kind: string, entry: any, step: string, onClose: () => void, onDone: () => any}} props
 */
function End({ kind, entry, step, onClose, onDone }) {
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const end = async () => {
        setProblem(null)
        try {
            await post(`/${kind}/${entry.id}/${step}`, { reason: reason.trim() })
            toast(say('ended'))
            await onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    const word = step === 'resolve' ? say(kind === 'medications' ? 'noLongerTaken' : 'isOver') : say('inError')
    return html`<div class="notice warn stack"><strong>${entry.substance || entry.name}: ${word}</strong><${Field} label=${say('why')}><${Input} value=${reason} onInput=${setReason} maxlength="500" autofocus /><//><${ProblemText} problem=${problem} />
        <div class="row"><${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="danger" disabled=${!reason.trim()} onClick=${end}>${word}<//></div></div>`
}
