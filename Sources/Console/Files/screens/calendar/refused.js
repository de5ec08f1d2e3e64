import { html, useState } from '../../core/dom.js'
import { date, time } from '../../core/format.js'
import { Button, Dialog, Field, Icon, Input, PersonName, problemText } from '../../core/ui.js'
import { FreeTimes } from '../booking/why.js'
import { hard, reasonText } from './check.js'
import { columnLabel } from './grid.js'
import { mayGoTo } from './model.js'
import { placeOf } from './moving.js'
import { mayOverride, move } from './send.js'
import { say } from './words.js'

/**
 * A place that breaks rules: why, other times, or the move with a reason.
 * @param {{refusal: {visit: import('../board/model.js').Visit, target: import('./state.js').Target, findings: import('./state.js').Finding[], problem?: any}, onDone: () => void, onClose: () => void}} props
 */
export function Refused({ refusal, onDone, onClose }) {
    const { visit, target } = refusal
    const { appointment: a } = visit
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(refusal.problem)
    const [tried, setTried] = useState(false)
    const told = problem?.body?.reason ? [{ kind: problem.body.reason, text: reasonText(problem.body.reason, target.column.label || a.doctor_name), hard: hard.has(problem.body.reason) }] : problem ? [{ kind: problem.type, text: problemText(problem), hard: !['slot-taken', 'group-full', 'override-missing'].includes(problem.type) }] : []
    const findings = [...refusal.findings, ...told.filter((one) => !refusal.findings.some((other) => other.kind === one.kind))]
    const isHard = findings.some((one) => one.hard)
    const send = async (/** @type {import('./send.js').Place} */ place, /** @type {string|undefined} */ override = undefined) => {
        try {
            await move(visit, place, override)
            onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    const anyway = () => {
        setTried(true)
        if (reason.trim()) return send(placeOf(target), reason.trim())
    }
    return html`<${Dialog} title=${say('notFree')} onClose=${onClose} wide footer=${html`<${Button} onClick=${onClose}>${say('leaveIt')}<//>`}>
        <p><strong><${PersonName} person=${visit.patient} /></strong> · ${a.service_name} → <span class="number">${columnLabel(target.column)}, ${date(target.column.day, 'long')}, ${time(target.start)}–${time(target.end)}</span></p>
        <ul class="bare stack tight" aria-label=${say('whyNot')}>${findings.map((one) => html`<li key=${one.kind} class=${`notice ${one.hard ? 'bad' : 'warn'} cal-finding`}><${Icon} name="warning" /><span>${one.text}</span></li>`)}</ul>
        <${FreeTimes} focuses serviceId=${a.service_id} start=${target.start} alternatives=${problem?.body?.alternatives} skip=${(/** @type {any} */ slot) => !mayGoTo(a, slot.start) || Date.parse(slot.start) === Date.parse(target.start) && slot.doctor_id === (target.column.doctorId || a.doctor_id)}
            onPick=${(/** @type {any} */ slot) => send({ start: slot.start, end: slot.end, doctorId: slot.doctor_id, doctorName: slot.doctor_name })} />
        ${!isHard && mayOverride() && html`<form class="cal-override" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), anyway())}><${Field} label=${say('overrideLabel')} hint=${say('overrideHint')} error=${tried && !reason.trim() ? say('needed') : ''} class="grow"><${Input} value=${reason} maxLength="300" onInput=${setReason} /><//>
            <${Button} kind="danger" onClick=${anyway}>${say('moveAnyway')}<//></form>`}
        ${isHard && html`<p class="muted">${say('noOverride')}</p>`}<//>`
}
