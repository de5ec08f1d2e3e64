// The selected tooth: choosing faces and a kind to record a finding, and the steps for what is on it.
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { date, today } from '../../core/format.js'
import { Badge, Button, Card, DateInput, Dialog, Field, Icon, Input, Menu, ProblemText, Segmented, Select, problemText, toast } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { findingName, toothName } from './names.js'
import { facesInOrder, facesText, kinds, materials, restorations, tooth as toothOf, troubles, wholeTooth } from './teeth.js'
import { ToothFiles } from './tooth-files.js'
import { look } from './tooth-picture.js'
import { say } from './words.js'

const tones = { trouble: 'bad', planned: 'violet', existing: 'neutral', done: 'good' }

/**
 * @param {{number: number|null, findings: any[], then: any[], work: any[], files?: any[], faces: string[], onFaces: (faces: string[]) => void, isPast: boolean, send: (path: string, body: any, word: string, key?: string) => Promise<void>, listRef: any, onPlan: (item: any) => void}} props
 */
export function ToothPanel({ number, findings, then, work, files = [], faces, onFaces, isPast, send, listRef, onPlan }) {
    const [wrong, setWrong] = useState(/** @type {any} */ (null))
    if (!number) return html`<${Card} title=${say('tooth')}><p class="muted">${say('chooseTooth')}</p><//>`
    const tooth = toothOf(number)
    const over = findings.filter((one) => !then.some((two) => two.id === one.id) && one.resolved_on)
    const step = (/** @type {any} */ one, /** @type {string} */ name, /** @type {string} */ word) => () => send(`/${one.id}/${name}`, undefined, word).then(() => focusTooth(number)).catch((error) => toast(problemText(error), { tone: 'bad' }))
    return html`<section class="card stack chart-tooth-panel" aria-label=${say('toothN', { tooth: number })}><div><h2>${number} <span class="chart-tooth-name">${toothName(number)}</span></h2></div>
        ${then.length + work.length > 0 ? html`<ul class="bare chart-findings">
            ${then.map((one) => html`<li key=${one.id}><div class="stack tight grow"><span><${Badge} tone=${tones[look(one)]}>${say(/** @type {any} */ (`state_${one.state}`))}<//> <strong>${findingName(one)}</strong></span>
                <span class="small muted">${[date(one.found_on), one.done_on && one.done_on !== one.found_on && one.state === 'done' && say('doneOn', { day: date(one.done_on) }), one.note].filter(Boolean).join(' · ')}</span></div>
                ${!isPast && html`<div class="row">${one.state === 'planned' && html`<${Button} small icon="check" onClick=${step(one, 'done', 'nowDone')}>${say('markDone')}<//>`}
                    <${Menu} small kind="quiet" icon="more" label="" ariaLabel=${say('stepsOf', { name: findingName(one) })} items=${[
                        one.state === 'planned' && { label: say('markDone'), run: step(one, 'done', 'nowDone') },
                        { label: say('resolve'), run: step(one, 'resolve', 'nowResolved') }, { label: say('inError'), danger: true, run: () => setWrong(one) },
                    ]} /></div>`}</li>`)}
            ${work.map((one) => html`<li key=${one.id}><div class="stack tight grow"><span><${Badge} tone=${one.state === 'done' ? 'good' : 'violet'}>${say(one.state === 'done' ? 'planDone' : 'inPlan')}<//> <strong>${one.name} ${facesText(tooth, one.surfaces)}</strong></span>
                <span class="small muted">${one.plan.title || say('plan')}</span></div></li>`)}</ul>` : html`<p class="muted">${say('nothing')}</p>`}
        <${ToothFiles} files=${files} />
        ${over.length > 0 && html`<details><summary class="small">${say('earlier', { count: over.length })}</summary><ul class="bare small">${over.map((one) => html`<li key=${one.id}>${findingName(one)} <span class="muted">${say('resolvedOn', { day: date(one.resolved_on) })}</span></li>`)}</ul></details>`}
        ${isPast ? html`<p class="notice">${say('pastText')}</p>` : html`<${Recorder} key=${number} tooth=${tooth} faces=${faces} onFaces=${onFaces} send=${send} listRef=${listRef} onPlan=${onPlan} />`}
        ${wrong && html`<${InError} finding=${wrong} onClose=${() => setWrong(null)} send=${send} />`}</section>`
}

/** @param {number} number */
function focusTooth(number) {
    const button = /** @type {HTMLElement|null} */ (document.querySelector(`[data-tooth="${number}"]`))
    button?.focus()
}

/** The state that was recorded last is the first choice for the next finding. */
let lastState = 'existing'

/** @param {{tooth: import('./teeth.js').Tooth, faces: string[], onFaces: (faces: string[]) => void, send: any, listRef: any, onPlan: (item: any) => void}} props */
function Recorder({ tooth, faces, onFaces, send, listRef, onPlan }) {
    const [state, setState] = useState(lastState)
    const [kind, setKind] = useState(/** @type {string} */ (kinds[0]))
    const [isOpen, setOpen] = useState(false)
    const [material, setMaterial] = useState('')
    const [note, setNote] = useState('')
    const [day, setDay] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const typed = useRef({ text: '', at: 0 })
    const once = useOnce()
    const submit = useRef(/** @type {any} */ (null))
    const toggle = (/** @type {string} */ face) => onFaces(faces.includes(face) ? faces.filter((one) => one !== face) : [...faces, face])
    const takes = !wholeTooth.has(kind)
    const isTrouble = troubles.has(kind)
    const record = async () => {
        setProblem(null)
        lastState = state
        const body = { tooth: tooth.number, kind, state: isTrouble ? 'existing' : state, ...(takes && faces.length ? { surfaces: facesInOrder(tooth).filter((face) => faces.includes(face)) } : {}),
            ...(restorations.has(kind) && material ? { material } : {}), ...(note.trim() ? { note: note.trim() } : {}), ...(day ? { found_on: day } : {}) }
        try {
            await once(body, (key) => send('', body, 'recorded', key))
            setNote('')
            setDay('')
            focusTooth(tooth.number)
        } catch (error) {
            setProblem(error)
        }
    }
    const pick = (/** @type {string} */ next) => {
        setKind(next)
        setProblem(null)
    }
    const key = (/** @type {KeyboardEvent} */ event) => {
        const at = kinds.indexOf(/** @type {any} */ (kind))
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: kinds.length - 1 }[event.key]
        const states = ['existing', 'planned', 'done']
        const turn = { ArrowRight: 1, ArrowLeft: 2 }[event.key]
        if (turn) setState(states[(states.indexOf(state) + turn) % 3])
        else if (to !== undefined) pick(kinds[(to + kinds.length) % kinds.length])
        else if (event.key === 'Enter') submit.current?.querySelector('button')?.click()
        else if (event.key === 'Escape') focusTooth(tooth.number)
        else if (event.key.length === 1 && /\p{L}/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
            const now = Date.now()
            typed.current = { text: (now - typed.current.at < 900 ? typed.current.text : '') + event.key.toLowerCase(), at: now }
            const found = kinds.find((one) => say(/** @type {any} */ (`kind_${one}`)).toLowerCase().startsWith(typed.current.text))
            if (found) pick(found)
        } else return
        event.preventDefault()
        event.stopPropagation()
    }
    const id = `chart-kind-${tooth.number}`
    useEffect(() => {
        document.getElementById(`${id}-${kind}`)?.scrollIntoView({ block: 'nearest' })
    }, [kind])
    return html`<div class="stack chart-recorder"><h3>${say('record')}</h3>
        <div class="row" role="group" aria-label=${say('faces')}>${facesInOrder(tooth).map((face) => html`<button type="button" class="button small chart-face-button" key=${face} aria-pressed=${faces.includes(face)} aria-label=${say(/** @type {any} */ (`face_${face}`))} title=${say(/** @type {any} */ (`face_${face}`))} disabled=${!takes} onClick=${() => toggle(face)}>${face}</button>`)}
            <span class="small muted">${takes ? (faces.length ? '' : say('wholeTooth')) : say('onlyWhole')}</span></div>
        <ul class="bare chart-kinds" role="listbox" tabIndex="0" aria-label=${say('kind')} aria-activedescendant=${`${id}-${kind}`} ref=${listRef} onKeyDown=${key}>
            ${kinds.map((one) => html`<li role="option" key=${one} id=${`${id}-${one}`} aria-selected=${one === kind} onClick=${() => pick(one)}>${say(/** @type {any} */ (`kind_${one}`))}</li>`)}</ul>
        <p class="small muted">${say('kindsHint')}</p>
        ${!isTrouble && html`<${Segmented} label=${say('state')} value=${state} onChange=${setState} options=${['existing', 'planned', 'done'].map((value) => ({ value, label: say(/** @type {any} */ (`state_${value}`)) }))} />`}
        <details open=${isOpen} onToggle=${(event) => setOpen(event.target.open)}><summary class="small">${say('more')}</summary><div class="stack chart-more">
            ${restorations.has(kind) && html`<${Field} label=${say('material')}><${Select} value=${material} onChange=${setMaterial} options=${[{ value: '', label: say('notKnown') }, ...materials.map((value) => ({ value, label: say(/** @type {any} */ (`material_${value}`)) }))]} /><//>`}
            <${Field} label=${say('foundOn')} hint=${say('foundHint')}><${DateInput} value=${day} onChange=${setDay} max=${today()} /><//>
            <${Field} label=${say('note')}><${Input} value=${note} onInput=${setNote} maxlength="1000" /><//></div></details>
        <${ProblemText} problem=${problem} />
        <div class="row" ref=${submit}><${Button} kind="primary" icon="plus" onClick=${record}>${say('recordIt', { what: findingName({ tooth: tooth.number, kind, surfaces: takes ? faces : [] }) })}<//>
            <${Button} icon="list" onClick=${() => onPlan({ tooth: tooth.number, surfaces: takes ? facesInOrder(tooth).filter((face) => faces.includes(face)) : [] })}>${say('toPlan')}<//></div></div>`
}

/** @param {{finding: any, onClose: () => void, send: any}} props */
function InError({ finding, onClose, send }) {
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const save = async () => {
        try {
            await send(`/${finding.id}/enter-in-error`, { reason: reason.trim() }, 'nowInError')
            onClose()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('inError')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="danger" disabled=${!reason.trim()} onClick=${save}>${say('inError')}<//>`}>
        <p><${Icon} name="warning" /> <strong>${finding.tooth}: ${findingName(finding)}</strong></p><p>${say('inErrorText')}</p>
        <${Field} label=${say('why')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//><${ProblemText} problem=${problem} /><//>`
}
