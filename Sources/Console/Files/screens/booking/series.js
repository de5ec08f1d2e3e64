import { html, useRef, useState } from '../../core/dom.js'
import { post, Problem } from '../../core/api.js'
import { date, dayOf, nameOf, time } from '../../core/format.js'
import { Button, Field, Input, ProblemText, Select, toast } from '../../core/ui.js'
import { reasonOf } from './why.js'
import { say } from './words.js'

/**
 * Books visits that recur.
 * @param {{patient: any, service: any, doctorId: string, start: string, onDone: (series: any) => void}} props
 */
export function Series({ patient, service, doctorId, start, onDone }) {
    const [every, setEvery] = useState('1')
    const [unit, setUnit] = useState('weeks')
    const [count, setCount] = useState('4')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const attempt = useRef({ body: '', key: '' })
    const send = async (skips = false) => {
        const body = { patient_id: patient.id, service_id: service.id, doctor_id: doctorId, start: `${dayOf(start)}T${time(start)}`, rule: { every: +every, unit, count: +count }, ...(skips ? { skip_refused: true } : {}) }
        const text = JSON.stringify(body)
        if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
        try {
            const series = await post('/series', body, { key: attempt.current.key })
            toast(say('seriesBooked', { count: series.visits.length, name: nameOf(patient) }))
            onDone(series)
        } catch (error) {
            setProblem(error)
        }
    }
    const edit = (/** @type {(text: string) => void} */ set) => (/** @type {string} */ text) => (set(text), setProblem(null))
    const conflicts = problem instanceof Problem && problem.type === 'series-refused' ? problem.body.conflicts : null
    const isReady = +every >= 1 && +count >= 2 && +count <= 52
    return html`<fieldset class="booking-series"><legend>${say('repeat')}</legend>
        <div class="booking-three"><${Field} label=${say('every')}><${Input} type="number" min="1" max="26" value=${every} onInput=${edit(setEvery)} /><//><${Field} label=${say('unit')}><${Select} value=${unit} onChange=${edit(setUnit)} options=${['days', 'weeks', 'months'].map((value) => ({ value, label: say(value === 'days' ? 'days_unit' : /** @type {any} */ (value)) }))} /><//>
            <${Field} label=${say('count')}><${Input} type="number" min="2" max="52" value=${count} onInput=${edit(setCount)} /><//></div>
        ${conflicts ? html`<div class="notice warn stack tight" role="alert"><p>${say('seriesRefused', { count: conflicts.length })}</p><ul>${conflicts.slice(0, 10).map((/** @type {any} */ one) => html`<li key=${one.date}>${date(one.date, 'long')}: ${reasonOf(one.reason)}</li>`)}</ul><div><${Button} onClick=${() => send(true)}>${say('bookOthers')}<//></div></div>` : html`<${ProblemText} problem=${problem} />`}
        <div class="dialog-foot"><${Button} kind="primary" disabled=${!isReady} onClick=${() => send()}>${say('bookSeries', { count: +count || 0 })}<//></div></fieldset>`
}
