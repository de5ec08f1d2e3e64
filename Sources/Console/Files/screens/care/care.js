// A doctor's day: the visits in order, and beside them the one that is chosen.
import { Problem } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { addDays, date, since, time, today } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLive } from '../../core/live.js'
import { step } from '../../core/steps.js'
import { Badge, Button, Confirm, DateInput, Empty, Failure, IconButton, PersonName, Skeleton, Status, Time, problemText, toast, useStyle } from '../../core/ui.js'
import { Visit } from './visit.js'
import { say } from './words.js'

const inOrder = (a, b) => a.appointment.start.localeCompare(b.appointment.start) || a.appointment.id.localeCompare(b.appointment.id)

/**
 * The steps of a doctor, by the status that they follow on.
 * @type {Record<string, {name: 'start'|'finish'|'complete', from: string[]}>}
 */
const steps = {
    start: { name: 'start', from: ['booked', 'confirmed', 'arrived', 'seated'] },
    finish: { name: 'finish', from: ['in_treatment'] },
    complete: { name: 'complete', from: ['ready_for_checkout'] },
}

export default function MyDay() {
    useStyle('/console/screens/care/care.css')
    const [day, setDay] = useState(today())
    const [chosen, choose] = useState(/** @type {string|null} */ (null))
    const [question, ask] = useState(/** @type {any} */ (null))
    const list = useRef(/** @type {any} */ (null))
    const { rows, live, cutSince, error, reload } = useLive('/doctor/schedule', { date: day }, { id: (row) => row.appointment.id, order: inOrder, pause: Boolean(question) })
    // The visit under way, or the next one, is open at first.
    const first = rows.find((row) => row.appointment.status === 'in_treatment') || rows.find((row) => steps.start.from.includes(row.appointment.status))
    const at = chosen || first?.appointment.id
    const entry = rows.find((row) => row.appointment.id === at)
    const isOpen = Boolean(entry)
    useEffect(() => {
        if (!chosen && isOpen) list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' })
    }, [day, isOpen])

    // It stays open when others change: a note that is being written belongs to it.
    useEffect(() => {
        if (!chosen && first) choose(first.appointment.id)
    }, [chosen, first?.appointment.id])

    const show = (next) => (choose(null), setDay(next))
    const take = async (/** @type {'start'|'finish'|'complete'} */ name, row, body = undefined) => {
        const path = `/appointments/${row.appointment.id}`
        try {
            await step({ title: say(name), method: 'POST', path: `${path}/${name}`, body: name === 'start' ? body : undefined })
            toast(say(/** @type {any} */ (`${name}_done`)), { action: { label: say('undo'), run: () => undo(row) } })
        } catch (problem) {
            const type = problem instanceof Problem ? problem.type : ''
            if (type === 'appointment-not-today') ask({ row, text: say('early'), body: Object.assign({}, body, { early: true }) })
            else if (type === 'visit-under-way') ask({ row, text: say('second'), body: Object.assign({}, body, { allow_second_visit: true }) })
            else throw problem
        }
    }
    const undo = async (row) => {
        try {
            await step({ title: say('undo'), method: 'POST', path: `/appointments/${row.appointment.id}/undo` })
            toast(say('undone'))
        } catch (problem) {
            toast(problemText(problem), { tone: 'bad' })
        }
    }
    const move = (by) => {
        const index = rows.findIndex((row) => row.appointment.id === at)
        const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))]
        if (!next) return
        choose(next.appointment.id)
        requestAnimationFrame(() => list.current?.querySelector('[aria-current="true"]')?.focus())
    }
    const may = (name) => Boolean(entry && steps[name].from.includes(entry.appointment.status))
    const run = (name) => take(name, entry).catch((problem) => toast(problemText(problem), { tone: 'bad' }))
    useCommands([
        { id: 'down', title: say('next'), keys: 'ArrowDown', run: () => move(1) }, { id: 'up', title: say('previous'), keys: 'ArrowUp', run: () => move(-1) },
        { id: 'start', title: say('start'), keys: 's', run: () => run('start'), when: () => may('start') },
        { id: 'finish', title: say('finish'), keys: 'f', run: () => run('finish'), when: () => may('finish') },
        { id: 'complete', title: say('complete'), keys: 'c', run: () => run('complete'), when: () => may('complete') },
        { id: 'undo', title: say('undo'), keys: 'z', run: () => undo(entry), when: () => Boolean(entry) },
        { id: 'today', title: say('today'), keys: 't', run: () => show(today()) },
    ])
    return html`<div><header class="screen-head"><div class="row"><h1>${say('title')}</h1>${live ? html`<${Badge} tone="good">${say('live')}<//>` : cutSince && html`<${Badge} tone="bad">${say('cut', { time: time(cutSince) })}<//>`}</div>
        <div class="row"><${IconButton} name="left" label=${say('previous')} onClick=${() => show(addDays(day, -1))} /><strong>${date(day, 'long')}</strong><${IconButton} name="right" label=${say('next')} onClick=${() => show(addDays(day, 1))} />
            <${DateInput} aria-label=${say('day')} value=${day} onChange=${(value) => value && show(value)} /><${Button} keys="t" onClick=${() => show(today())}>${say('today')}<//></div></header>
        ${error && !rows.length ? html`<${Failure} error=${error} retry=${reload} />` : !live && !rows.length && !cutSince ? html`<${Skeleton} />` : !rows.length ? html`<${Empty} icon="calendar" title=${say('none')} text=${say('noneText')} />`
        : html`<div class="care"><div class="care-list" ref=${list}>${rows.map((row) => html`<${Entry} key=${row.appointment.id} row=${row} current=${row.appointment.id === at} open=${() => choose(row.appointment.id)} />`)}</div>
            <div class="care-panel">${entry ? html`<${Visit} key=${entry.appointment.id} entry=${entry} actions=${Object.values(steps).filter(({ name }) => may(name)).map(({ name }) => html`<${Button} key=${name} kind="primary" keys=${name[0]} onClick=${() => take(name, entry)}>${say(name)}<//>`)} undo=${html`<${Button} kind="quiet" icon="undo" keys="z" onClick=${() => undo(entry)}>${say('undo')}<//>`} />`
            : html`<${Empty} icon="tooth" title=${say('choose')} text=${say('chooseText')} />`}</div></div>`}
        ${question && html`<${Confirm} title=${question.text} confirm=${say('startAnyway')} onClose=${() => ask(null)} onConfirm=${async () => (ask(null), take('start', question.row, question.body))} />`}</div>`
}

/** @param {{row: any, current: boolean, open: () => void}} props */
function Entry({ row, current, open }) {
    const { appointment, patient, alerts } = row
    const waits = appointment.waiting_since
    return html`<button type="button" class=${`care-visit ${appointment.status === 'in_treatment' ? 'now' : ''}`} aria-current=${current} onClick=${open}>
        <strong><${Time} value=${appointment.start} /></strong><strong><${PersonName} person=${patient} /></strong><${Status} status=${appointment.status} />
        <span class="what small">${appointment.service_name} · ${appointment.chair_name}${waits ? ` · ${say('waits', { time: since(waits) })}` : ''}</span>
        ${alerts?.length > 0 && html`<span class="what row">${alerts.map((alert) => html`<${Badge} key=${alert.entry_id} tone="bad" icon="warning">${alert.text}<//>`)}</span>`}</button>`
}
