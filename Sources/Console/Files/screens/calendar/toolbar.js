import { html } from '../../core/dom.js'
import { addDays, date, time } from '../../core/format.js'
import { Badge, Button, DateInput, IconButton, Menu, Segmented, Select } from '../../core/ui.js'
import { dayNote } from './axis.js'
import { mondayOf } from './model.js'
import { say } from './words.js'

/**
 * The day, the view, and what can be added.
 * @param {{day: string, today: string, onDay: (day: string) => void, prefs: any, prefer: (next: any) => void, lists: any, who: any, count: number, state: {live: boolean, cutSince: Date|null, isLoaded: boolean, lacksHours: boolean}, pins: number, onPins: () => void, isPinsOpen: boolean, canEdit: boolean, on: {book: () => void, block: () => void, sick: () => void, print: () => void}}} props
 */
export function CalendarBar({ day, today, onDay, prefs, prefer, lists, who, count, state, pins, onPins, isPinsOpen, canEdit, on }) {
    const isWeek = prefs.mode === 'week'
    const step = isWeek ? 7 : 1
    const title = isWeek ? `${date(mondayOf(day), 'long')} – ${date(addDays(mondayOf(day), 6), 'long')}` : date(day, 'full')
    const note = isWeek ? '' : dayNote(day)
    const people = [...lists.doctors.map((/** @type {any} */ one) => ({ value: `doctor ${one.id}`, label: one.name })), ...lists.chairs.filter((/** @type {any} */ one) => one.active !== false).map((/** @type {any} */ one) => ({ value: `chair ${one.id}`, label: one.name }))]
    return html`<header class="cal-bar no-print">
        <div class="row"><h1>${title}</h1>${note && html`<${Badge} tone="warn" icon="clock">${note}<//>`}<span class="muted small">${say('visits', { count })}</span>
            <span class="cal-state small" role="status">${state.lacksHours && html`<${Badge} tone="warn">${say('noHours')}<//> `}${state.cutSince ? html`<${Badge} tone="warn">${say('cut', { time: time(state.cutSince) })}<//>` : state.isLoaded && state.live ? html`<span class="cal-live">${say('live')}</span>` : ''}</span></div>
        <div class="row cal-tools"><div class="row cal-days"><${IconButton} name="left" label=${isWeek ? say('weekBefore') : say('before')} onClick=${() => onDay(addDays(day, -step))} /><${Button} small disabled=${day === today} onClick=${() => onDay(today)}>${say('today')}<//><${IconButton} name="right" label=${isWeek ? say('weekAfter') : say('after')} onClick=${() => onDay(addDays(day, step))} />
            <${DateInput} id="calendar-day" aria-label=${say('day')} value=${day} onChange=${(/** @type {string} */ next) => next && onDay(next)} /></div>
        <${Segmented} label=${say('view')} value=${prefs.mode} onChange=${(/** @type {string} */ mode) => prefer({ mode })} options=${[{ value: 'chair', label: say('byChair') }, { value: 'doctor', label: say('byDoctor') }, { value: 'week', label: say('week') }]} />
        ${isWeek && html`<${Select} aria-label=${say('weekOf')} class="cal-who" value=${`${who.kind} ${who.id}`} onChange=${(/** @type {string} */ value) => prefer({ who: { kind: value.split(' ')[0], id: value.split(' ')[1] } })} options=${people} />`}
        <div class="row cal-actions"><${Menu} kind="quiet" icon="more" label="" ariaLabel=${say('moreSteps')} items=${[
            { label: prefs.list ? say('asGrid') : say('asList'), keys: 'l', run: () => prefer({ list: !prefs.list }) },
            { label: say('zoomIn'), keys: '+', disabled: prefs.scale === 'large', run: () => prefer({ scale: prefs.scale === 'small' ? 'medium' : 'large' }) }, { label: say('zoomOut'), keys: '-', disabled: prefs.scale === 'small', run: () => prefer({ scale: prefs.scale === 'large' ? 'medium' : 'small' }) },
            { label: say('print'), run: on.print }, canEdit && { label: say('sick'), run: on.sick }, canEdit && { label: say('blockDots'), keys: 'b', run: on.block }]} />
            <${Button} icon="pin" aria-pressed=${isPinsOpen} aria-label=${`${say('pinboard')} ${pins || ''}`} onClick=${onPins}>${pins || ''}<//><${Button} kind="primary" icon="plus" keys="n" aria-label=${say('book')} onClick=${on.book}><span class="cal-book">${say('book')}</span><//></div></div></header>`
}
