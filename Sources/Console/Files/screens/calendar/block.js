import { html, useRef, useState } from '../../core/dom.js'
import { get, post, Problem } from '../../core/api.js'
import { date, dayOf, nameOf, time } from '../../core/format.js'
import { session } from '../../core/session.js'
import { step } from '../../core/steps.js'
import { Button, Checkbox, DateInput, Dialog, Field, Input, ProblemText, Segmented, TimeInput, toast } from '../../core/ui.js'
import { endBlock } from './send.js'
import { say } from './words.js'

const kinds = ['lunch', 'meeting', 'out_of_service', 'other']

/**
 * Blocks time of chairs and doctors.
 * @param {{begin: {day: string, clock: string, until: string, chairId?: string, doctorId?: string}, chairs: any[], doctors: any[], onDone: () => void, onClose: () => void}} props
 */
export function BlockDialog({ begin, chairs, doctors, onDone, onClose }) {
    const [kind, setKind] = useState(begin.chairId ? 'out_of_service' : 'meeting')
    const [title, setTitle] = useState('')
    const [day, setDay] = useState(begin.day)
    const [from, setFrom] = useState(begin.clock)
    const [until, setUntil] = useState(begin.until)
    const [who, setWho] = useState(() => new Set([begin.chairId, begin.doctorId].filter(Boolean)))
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [inWay, setInWay] = useState(/** @type {any[]|null} */ (null))
    const attempt = useRef({ body: '', key: '' })
    const toggle = (/** @type {string} */ id) => {
        const next = new Set(who)
        if (!next.delete(id)) next.add(id)
        setWho(next)
        setInWay(null)
    }
    const save = async (over = false) => {
        const body = { kind, ...(title.trim() ? { title: title.trim() } : {}), start: `${day}T${from}`, end: `${day}T${until === '00:00' ? '24:00' : until}`, doctor_ids: doctors.filter((one) => who.has(one.id)).map((one) => one.id), chair_ids: chairs.filter((one) => who.has(one.id)).map((one) => one.id), ...(over ? { over_appointments: true } : {}) }
        const text = JSON.stringify(body)
        if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
        setProblem(null)
        try {
            const block = await post('/blocks', body, { key: attempt.current.key })
            toast(say('blockAdded', { what: block.title || say(block.kind) }), { action: { label: say('undo'), run: () => step({ title: say('blockRemoved', { what: block.title || say(block.kind) }), method: 'DELETE', path: `/blocks/${block.id}` }).then(onDone, (error) => toast(String(error.title || error), { tone: 'bad' })) } })
            onDone()
        } catch (error) {
            if (error instanceof Problem && error.type === 'block-has-appointments') setInWay(await Promise.all((error.body.appointment_ids || []).slice(0, 6).map((/** @type {string} */ id) => get(`/appointments/${id}`).catch(() => ({ id })))))
            else setProblem(error)
        }
    }
    const isReady = who.size > 0 && day && from && until && (until > from || until === '00:00')
    return html`<${Dialog} title=${say('blockTitle')} onClose=${onClose} wide footer=${html`<${Button} onClick=${onClose}>${say('cancelMove')}<//>
        ${inWay ? html`<${Button} kind="danger" disabled=${!isReady} onClick=${() => save(true)}>${say('blockOver')}<//>` : html`<${Button} kind="primary" disabled=${!isReady} onClick=${() => save()}>${say('block')}<//>`}`}>
        <div><${Segmented} label=${say('blockKind')} value=${kind} onChange=${setKind} options=${kinds.map((value) => ({ value, label: say(/** @type {any} */ (value)) }))} /></div>
        <div class="cal-form"><${Field} label=${say('day')}><${DateInput} value=${day} onChange=${setDay} /><//><${Field} label=${say('from')}><${TimeInput} step="300" value=${from} onChange=${setFrom} /><//><${Field} label=${say('until')}><${TimeInput} step="300" value=${until} onChange=${setUntil} /><//></div>
        <${Field} label=${say('blockText')} hint=${say('blockTextHint')}><${Input} value=${title} maxLength="100" onInput=${setTitle} /><//>
        <div class="cal-two"><fieldset><legend>${say('chairs')}</legend>${chairs.map((one) => html`<${Checkbox} key=${one.id} checked=${who.has(one.id)} onChange=${() => toggle(one.id)}>${one.name}<//>`)}</fieldset>
            <fieldset><legend>${say('doctors')}</legend>${doctors.map((one) => html`<${Checkbox} key=${one.id} checked=${who.has(one.id)} onChange=${() => toggle(one.id)}><bdi>${one.name}</bdi><//>`)}</fieldset></div>
        ${!who.size && html`<p class="muted small">${say('blockWho')}</p>`}
        ${inWay && html`<div class="notice warn stack tight" role="alert"><p>${say('blockInWay')}</p><ul>${inWay.map((one) => html`<li key=${one.id}>${one.start ? `${time(one.start)} · ${one.service_name} · ${one.doctor_name} · ${one.chair_name}` : one.id}</li>`)}</ul></div>`}
        <${ProblemText} problem=${problem} /><//>`
}

/**
 * A block, and its end.
 * @param {{block: any, chairs: any[], doctors: any[], onDone: () => void, onClose: () => void}} props
 */
export function BlockInfo({ block, chairs, doctors, onDone, onClose }) {
    const names = [...doctors.filter((one) => block.doctor_ids.includes(one.id)), ...chairs.filter((one) => block.chair_ids.includes(one.id))].map(nameOf)
    const remove = async () => {
        await endBlock(block)
        onDone()
    }
    const isOneDay = dayOf(block.start) === block.last_day
    return html`<${Dialog} title=${block.title || say(block.kind)} onClose=${onClose} footer=${session().role !== 'doctor' && html`<${Button} kind="danger" onClick=${remove}>${say('blockRemove')}<//>`}>
        <p class="number">${date(dayOf(block.start), 'long')}, ${time(block.start)} – ${isOneDay ? '' : `${date(block.last_day, 'long')}, `}${time(block.end)}</p><p>${say(block.kind)} · <bdi>${names.join(', ')}</bdi></p><//>`
}
