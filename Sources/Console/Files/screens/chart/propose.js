// Proposing a treatment plan, or a new version of one: phases, and items with their teeth.
import { post } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Failure, Field, IconButton, Input, MoneyInput, ProblemText, Select, Skeleton, toast } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { doctors, services } from '../patients/lookups.js'
import { findingName } from './names.js'
import { faceOfLetter, facesText, isTooth, tooth as toothOf } from './teeth.js'
import { say } from './words.js'

/** @typedef {{key: string, phase: number, service_id: string, tooth: string, faces: string, alternative: string, doctor_id: string, fee: any, note: string}} Line */

/**
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
const line = (more) => ({ key: crypto.randomUUID(), phase: 1, service_id: '', tooth: '', faces: '', alternative: '', doctor_id: '', fee: null, note: '', ...more })

/**
 * The faces of a text such as `mod`; null if a letter is none.
 * @param {number} number @param {string} text
 */
function facesOf(number, text) {
    const found = [...text.toLowerCase()].map((letter) => faceOfLetter(toothOf(number), letter))
    return found.every(Boolean) ? [...new Set(/** @type {string[]} */ (found))] : null
}

/**
 * @param {{patientId: string, item?: {tooth: number, surfaces: string[]}, plan?: any, findings: any[], onClose: () => void, onDone: () => any}} props
 * item: work that was marked on the picture; plan: the plan that a new version replaces
 */
export function Propose({ patientId, item, plan, findings, onClose, onDone }) {
    const lists = useLoad(() => Promise.all([services(), doctors()]), [])
    const [title, setTitle] = useState(plan?.title || '')
    const [phases, setPhases] = useState(/** @type {string[]} */ (plan?.phases || [say('firstPhase')]))
    const [lines, setLines] = useState(() => plan ? plan.items.filter((one) => one.status === 'proposed' || one.status === 'accepted').map((one) => line({ phase: one.phase, service_id: one.service_id, tooth: String(one.tooth || ''), faces: one.tooth ? facesText(toothOf(one.tooth), one.surfaces) : '', alternative: String(one.alternative || ''), doctor_id: one.doctor_id || '', fee: one.fee.amount, note: one.note || '' }))
        : [line(item && { tooth: String(item.tooth), faces: item.surfaces.join('') })])
    const [tried, setTried] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const once = useOnce()
    const first = useRef(/** @type {any} */ (null))
    useEffect(() => {
        if (lists.data) first.current?.querySelector('input')?.focus()
    }, [Boolean(lists.data)])
    const offered = (lists.data?.[0] || []).filter((one) => one.active)
    const set = (/** @type {string} */ id, /** @type {Partial<Line>} */ next) => setLines((all) => all.map((one) => (one.key === id ? { ...one, ...next } : one)))
    const mistake = (/** @type {Line} */ one) => !one.service_id ? say('chooseService') : one.tooth && !isTooth(Number(one.tooth)) ? say('badTooth') : one.faces && (!one.tooth || !facesOf(Number(one.tooth), one.faces)) ? say('badFaces') : ''
    const planned = findings.filter((one) => one.state === 'planned' && !one.resolved_on && !lines.some((two) => two.tooth === String(one.tooth) && two.faces === facesText(toothOf(one.tooth), one.surfaces)))
    const send = async () => {
        setTried(true)
        setProblem(null)
        if (!lines.length || lines.some(mistake) || phases.some((phase) => !phase.trim())) return
        const currency = offered[0]?.price.currency
        const body = { ...(plan ? {} : { patient_id: patientId }), ...(title.trim() ? { title: title.trim() } : {}), phases: phases.map((phase) => phase.trim()), items: lines.map((one) => ({
            phase: one.phase, service_id: one.service_id, ...(one.tooth ? { tooth: Number(one.tooth) } : {}), ...(one.faces ? { surfaces: facesOf(Number(one.tooth), one.faces) } : {}), ...(one.alternative ? { alternative: Number(one.alternative) } : {}),
            ...(one.doctor_id ? { doctor_id: one.doctor_id } : {}), ...(one.fee !== null ? { fee: { amount: one.fee, currency } } : {}), ...(one.note.trim() ? { note: one.note.trim() } : {}),
        })) }
        try {
            await once(body, (key) => post(plan ? `/treatment-plans/${plan.id}/revise` : '/treatment-plans', body, { key }))
            toast(say('proposed'))
            await onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    const removePhase = (/** @type {number} */ at) => {
        setPhases(phases.filter((_, index) => index !== at))
        setLines(lines.filter((one) => one.phase !== at + 1).map((one) => (one.phase > at + 1 ? { ...one, phase: one.phase - 1 } : one)))
    }
    const total = lines.filter((one) => !one.alternative || one.alternative === '1').reduce((sum, one) => sum + (one.fee ?? offered.find((two) => two.id === one.service_id)?.price.amount ?? 0), 0)
    return html`<${Dialog} title=${plan ? say('revise') : say('propose')} wide onClose=${onClose} footer=${html`<span class="grow muted small">${offered[0] && say('estimated', { sum: money({ amount: total, currency: offered[0].price.currency }) })}</span><${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${send}>${plan ? say('revise') : say('propose')}<//>`}>
        ${lists.error ? html`<${Failure} error=${lists.error} retry=${lists.reload} />` : !lists.data ? html`<${Skeleton} rows=${4} />` : html`
        <div ref=${first}><${Field} label=${say('title')}><${Input} value=${title} onInput=${setTitle} maxlength="200" placeholder=${say('titleExample')} /><//></div>
        ${phases.map((phase, at) => html`<fieldset class="chart-phase-edit" key=${at}><legend class="sr-only">${say('phaseN', { number: at + 1 })}</legend>
            <div class="row"><strong class="number">${at + 1}.</strong><${Input} class="chart-phase-name" aria-label=${say('phaseN', { number: at + 1 })} value=${phase} onInput=${(text) => setPhases(phases.map((one, index) => (index === at ? text : one)))} maxlength="200" aria-invalid=${tried && !phase.trim() ? 'true' : undefined} />
                ${phases.length > 1 && html`<${IconButton} name="close" label=${say('removePhase')} onClick=${() => removePhase(at)} />`}</div>
            ${lines.filter((one) => one.phase === at + 1).map((one) => html`<div class="chart-line" key=${one.key}>
                <${Field} label=${say('toothShort')}><${Input} inputMode="numeric" maxlength="2" value=${one.tooth} onInput=${(tooth) => set(one.key, { tooth })} /><//>
                <${Field} label=${say('faces')}><${Input} maxlength="5" value=${one.faces} placeholder="MOD" onInput=${(faces) => set(one.key, { faces })} /><//>
                <${Field} label=${say('service')} class="chart-line-service" error=${tried ? mistake(one) : ''}><${Select} value=${one.service_id} onChange=${(service_id) => set(one.key, { service_id })} options=${[{ value: '', label: '–' }, ...offered.map((two) => ({ value: two.id, label: `${two.name} · ${money(two.price)}` }))]} /><//>
                <${Field} label=${say('fee')}><${MoneyInput} value=${one.fee} onChange=${(fee) => set(one.key, { fee })} placeholder=${say('byPrice')} /><//>
                <${Field} label=${say('alternativeShort')}><${Select} value=${one.alternative} onChange=${(alternative) => set(one.key, { alternative })} options=${[{ value: '', label: '–' }, ...[1, 2, 3, 4].map((value) => ({ value: String(value), label: 'ABCD'[value - 1] }))]} /><//>
                <${Field} label=${say('doctor')}><${Select} value=${one.doctor_id} onChange=${(doctor_id) => set(one.key, { doctor_id })} options=${[{ value: '', label: say('anyDoctor') }, ...(lists.data?.[1] || []).map((two) => ({ value: two.id, label: two.name }))]} /><//>
                <${Field} label=${say('noteForPatient')} class="chart-line-note"><${Input} value=${one.note} onInput=${(note) => set(one.key, { note })} maxlength="1000" /><//>
                <${IconButton} name="close" label=${say('removeItem')} onClick=${() => setLines(lines.filter((two) => two.key !== one.key))} /></div>`)}
            <div class="row"><${Button} small icon="plus" onClick=${() => setLines([...lines, line({ phase: at + 1 })])}>${say('addItem')}<//>
                ${at === 0 && planned.slice(0, 6).map((one) => html`<${Button} small kind="quiet" icon="plus" onClick=${() => setLines([...lines.filter((two) => two.service_id || two.tooth), line({ phase: 1, tooth: String(one.tooth), faces: facesText(toothOf(one.tooth), one.surfaces), note: one.note || '' })])}>${one.tooth} ${findingName(one)}<//>`)}</div></fieldset>`)}
        <div><${Button} small icon="plus" onClick=${() => setPhases([...phases, ''])}>${say('addPhase')}<//></div>`}
        <${ProblemText} problem=${problem} /><//>`
}
