import { get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { Badge, Button, Combobox, Dialog, Field, Input, PersonName, ProblemText, Select, TextArea, toast } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { say } from './words.js'

const units = ['mg', 'g', 'ml', 'units', 'drops', 'puffs', 'tablets', 'capsules'].map((value) => ({ value, label: value }))
const pieces = { tablet: 'tablets', capsule: 'capsules', liquid: 'ml', drops: 'drops', inhaler: 'puffs' }

/**
 * A strength as it is printed on a box: `875 mg + 125 mg`, `250 mg / 5 ml`.
 * @param {any} strength
 */
function strengthText({ quantities, per }) {
    const quantity = (one) => `${one.value} ${one.unit}`
    return quantities.map(quantity).join(' + ') + (per ? ` / ${quantity(per)}` : '')
}

/**
 * A prescription, with the warnings that the server finds in the chart and the other prescriptions.
 * @param {{patient: any, onClose: () => void, onDone: () => void}} props
 */
export function Prescribe({ patient, onClose, onDone }) {
    const [drug, setDrug] = useState(/** @type {any} */ (null))
    const [values, setValues] = useState(/** @type {any} */ ({ dose: '', unit: 'mg', times: '3', days: '5', quantity: '', refills: '0', instructions: '' }))
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [reason, setReason] = useState('')
    const once = useOnce()
    const set = (name) => (value) => setValues((before) => ({ ...before, [name]: value }))
    const pick = (found) => {
        const first = found.presentations[0]
        setDrug(found)
        setProblem(null)
        setValues((before) => ({ ...before, form: first?.form, route: first?.route }))
    }
    const presentation = drug?.presentations.find((one) => one.form === values.form && one.route === values.route)
    const warnings = problem instanceof Problem && problem.type === 'prescription-warnings' ? problem.body.warnings : null
    const unitOfPieces = pieces[/** @type {keyof typeof pieces} */ (values.form)] || 'units'
    const number = (text) => Number(String(text).replace(',', '.'))
    const send = async () => {
        const body = {
            drug_id: drug.id, form: values.form, route: values.route, dose: { value: number(values.dose), unit: values.unit }, frequency: { times: number(values.times) }, duration_days: number(values.days),
            quantity: { value: number(values.quantity || values.times * values.days), unit: unitOfPieces }, refills: number(values.refills), ...(values.instructions ? { instructions: values.instructions } : {}),
            ...(warnings && reason ? { override: { reason, warnings } } : {}),
        }
        try {
            await once(body, (key) => post(`/patients/${patient.id}/prescriptions`, body, { key }))
            toast(say('issued'))
            onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} wide title=${html`${say('prescribe')}: <${PersonName} person=${patient} />`} onClose=${onClose} footer=${drug && html`<${Button} kind=${warnings ? 'danger' : 'primary'} disabled=${Boolean(warnings && !reason.trim())} onClick=${send}>${warnings ? say('override') : say('issue')}<//>`}>
        <${Field} label=${say('drug')}><${Combobox} label=${say('drug')} placeholder=${say('findDrug')} autofocus search=${async (q) => (await get('/drugs', { q, page_size: 12 })).items} onPick=${pick} text=${(one) => one.name}
            render=${(one) => html`<div><strong>${one.name}</strong> <span class="muted small">${[...(one.brand_names || []).slice(0, 3), ...one.atc_codes.slice(0, 1)].join(' · ')}</span></div>`} /><//>
        ${drug && html`<div class="care-form">
            <${Field} label=${say('form')} hint=${presentation?.strengths?.length ? say('strength', { list: presentation.strengths.map(strengthText).join(', ') }) : ''}><${Select} value=${`${values.form}/${values.route}`} onChange=${(value) => (set('form')(value.split('/')[0]), set('route')(value.split('/')[1]))} options=${drug.presentations.map((one) => ({ value: `${one.form}/${one.route}`, label: `${one.form} · ${one.route}` }))} /><//>
            <${Field} label=${say('dose')}><${Input} inputMode="decimal" value=${values.dose} onInput=${set('dose')} /><//><${Field} label=${say('unit')}><${Select} value=${values.unit} options=${units} onChange=${set('unit')} /><//>
            <${Field} label=${say('times')}><${Input} inputMode="numeric" value=${values.times} onInput=${set('times')} /><//><${Field} label=${say('days')}><${Input} inputMode="numeric" value=${values.days} onInput=${set('days')} /><//>
            <${Field} label=${`${say('quantity')} (${unitOfPieces})`}><${Input} inputMode="decimal" placeholder=${String(values.times * values.days || '')} value=${values.quantity} onInput=${set('quantity')} /><//><${Field} label=${say('refills')}><${Input} inputMode="numeric" value=${values.refills} onInput=${set('refills')} /><//></div>
            <${Field} label=${say('instructions')}><${TextArea} value=${values.instructions} onInput=${set('instructions')} maxLength="500" /><//>`}
        ${warnings ? html`<div class="notice bad stack" role="alert"><strong>${say('warnings')}</strong><ul>${warnings.map((one) => html`<li>${say(one.kind === 'allergy' ? 'warnAllergy' : 'warnIngredient', { substance: one.substance })} ${one.match && html`<${Badge} tone="bad">${say(one.match)}<//>`}</li>`)}</ul>
            <${Field} label=${say('overrideReason')}><${TextArea} value=${reason} onInput=${setReason} maxLength="500" /><//></div>` : html`<${ProblemText} problem=${problem} />`}<//>`
}
