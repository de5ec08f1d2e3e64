import { html, useEffect, useState } from '../../core/dom.js'
import { addDays, date, dateTime, duration, time } from '../../core/format.js'
import { Button, DateInput, Icon, IconButton, Input, Segmented, Select } from '../../core/ui.js'
import { useByTime } from './clock.js'
import { say } from './words.js'

/** The state of the stream of changes. @param {{live: boolean, cutSince: Date|null, today: string, loaded: boolean}} props */
export function LiveState({ live, cutSince, loaded }) {
    const offlineSince = useOfflineSince()
    if (live && !offlineSince) return html`<span class="board-live" role="status"><span class="board-dot"></span>${say('live')}</span>`
    if (!cutSince && !loaded) return html`<span class="board-live muted" role="status">${say('connecting')}</span>`
    const since = cutSince || offlineSince || new Date()
    return html`<span class="board-live cut" role="status" title=${`${dateTime(since)} · ${say('cutText')}`}><${Icon} name="warning" />${say('cut', { time: time(since) })}</span>`
}

/**
 * The day, the steps that need no visit, the view and the filter.
 * @param {{day: string, today: string, onDay: (day: string) => void, view: string, onView: (view: string) => void, wanted: import('./model.js').Wanted, onWanted: (wanted: any) => void,
 *   doctors: any[], chairs: any[], count: string, waits: import('./model.js').Visit[], state: any, canAct: boolean, onWalkIn: () => void, onNext: () => void, ownDay: boolean}} props `ownDay`: one doctor's day is shown, not the clinic's
 */
export function BoardBar({ day, today, onDay, view, onView, wanted, onWanted, doctors, chairs, count, waits, state, canAct, onWalkIn, onNext, ownDay }) {
    const isFiltered = wanted.text || (wanted.doctor && !ownDay) || wanted.chair
    // On a narrow screen the filter is behind a button.
    const [open, setOpen] = useState(false)
    return html`<header class="board-bar">
        <div class="board-line">
            <h1>${day === today ? say('today') : ''} <span class=${day === today ? 'board-date' : ''}>${date(day, 'full')}</span></h1>
            <div class="row board-days" role="group" aria-label=${say('day')}>
                <${IconButton} name="left" label=${say('before')} onClick=${() => onDay(addDays(day, -1))} />
                <${DateInput} id="board-day" aria-label=${say('chooseDay')} value=${day} onChange=${(/** @type {string} */ next) => next && onDay(next)} />
                <${IconButton} name="right" label=${say('after')} onClick=${() => onDay(addDays(day, 1))} />
                ${day !== today && html`<${Button} small keys="t" onClick=${() => onDay(today)}>${say('today')}<//>`}</div>
            <${LiveState} ...${state} today=${today} />
            <span class="grow"></span>
            ${canAct && html`<${Button} icon="bell" keys="n" onClick=${onNext}>${say('callNext')}<//><${Button} kind="primary" icon="plus" keys="w" onClick=${onWalkIn}>${say('walkIn')}<//>`}</div>
        <div class="board-line">
            <${Segmented} label=${say('view')} value=${view} onChange=${onView} options=${[{ value: 'state', label: say('byState') }, { value: 'chair', label: say('byChair') }, { value: 'time', label: say('byTime') }]} />
            <${Button} class="board-toggle icon" icon="search" aria-label=${say('search')} aria-expanded=${Boolean(open || isFiltered)} onClick=${() => setOpen(!open)} />
            <div class=${`board-filters ${open || isFiltered ? '' : 'shut'}`}><${Input} id="board-filter" class="board-filter" type="search" aria-label=${say('search')} placeholder=${say('searchHint')} value=${wanted.text} onInput=${(/** @type {string} */ text) => onWanted({ ...wanted, text })} />
            <${Select} class="board-select" aria-label=${say('doctor')} value=${wanted.doctor} onChange=${(/** @type {string} */ doctor) => onWanted({ ...wanted, doctor })} options=${[...(ownDay ? [] : [{ value: '', label: say('anyDoctor') }]), ...doctors.map((one) => ({ value: one.id, label: one.name }))]} />
            <${Select} class="board-select" aria-label=${say('chair')} value=${wanted.chair} onChange=${(/** @type {string} */ chair) => onWanted({ ...wanted, chair })} options=${[{ value: '', label: say('anyChair') }, ...chairs.map((one) => ({ value: one.id, label: one.name }))]} />
            ${isFiltered && html`<${Button} small kind="quiet" icon="close" onClick=${() => onWanted({ text: '', doctor: '', chair: '' })}>${say('clearFilter')}<//>`}</div>
            <span class="muted small board-sum" role="status"><span>${count}</span><${Longest} waits=${waits} /></span></div></header>`
}

/** The longest wait of those who wait. @param {{waits: import('./model.js').Visit[]}} props */
function Longest({ waits }) {
    const first = waits.map((visit) => visit.wait?.since).filter(Boolean).sort()[0]
    const minutes = useByTime((now) => (first ? Math.floor((now - Date.parse(first)) / 60_000) : -1))
    return minutes < 1 ? null : html` · ${say('longest', { time: duration(minutes) })}`
}

/** Since when the browser has had no network: it knows before the stream does. @returns {Date|null} */
function useOfflineSince() {
    const [since, set] = useState(navigator.onLine === false ? new Date() : null)
    useEffect(() => {
        const look = () => set(navigator.onLine === false ? new Date() : null)
        for (const name of ['online', 'offline']) window.addEventListener(name, look)
        return () => {
            for (const name of ['online', 'offline']) window.removeEventListener(name, look)
        }
    }, [])
    return since
}
