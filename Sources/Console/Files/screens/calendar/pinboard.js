import { html } from '../../core/dom.js'
import { date, dayOf, duration, time } from '../../core/format.js'
import { useSignal } from '../../core/signal.js'
import { Button, IconButton, PersonName, Status } from '../../core/ui.js'
import { takeDown } from './pins.js'
import { nameIn } from './send.js'
import { moving, overPins } from './state.js'
import { movable } from './model.js'
import { say } from './words.js'

/**
 * Visits that are to be placed elsewhere, from any day.
 * @param {{pins: import('./pins.js').Pin[], onPlace: (visit: any) => void, onGo: (visit: any) => void, onPress: (event: any, visit: any) => void, onClose: () => void}} props
 */
export function Pinboard({ pins, onPlace, onGo, onPress, onClose }) {
    const isOver = useSignal(overPins)
    const lifted = useSignal(moving)
    return html`<aside class=${`cal-side cal-pins ${isOver ? 'over' : ''}`} data-pins aria-label=${say('pinboard')}>
        <header class="row spread"><h2>${say('pinboard')} <span class="muted">${pins.length || ''}</span></h2><${IconButton} name="close" label=${say('closeSide')} onClick=${onClose} /></header>
        <p class="muted small">${pins.length ? say('pinsHint') : say('pinsEmpty')}</p>
        <ul class="bare stack">${pins.map(({ id, visit, state }) => html`<li key=${id} class=${`cal-pin ${lifted?.visit.appointment.id === id ? 'lifted' : ''}`} onPointerDown=${(/** @type {any} */ event) => visit && state === 'there' && !event.target.closest('button') && onPress(event, visit)}>
            ${visit && state !== 'gone' ? html`<div class="row spread"><strong><${PersonName} person=${{ name: nameIn(visit) }} /></strong><${Status} status=${visit.appointment.status} /></div>
                <div class="small">${visit.appointment.service_name} · ${duration((Date.parse(visit.appointment.end) - Date.parse(visit.appointment.start)) / 60_000)}</div>
                <div class="muted small number">${date(dayOf(visit.appointment.start), 'long')}, ${time(visit.appointment.start)} · <bdi>${visit.appointment.doctor_name}</bdi> · ${visit.appointment.chair_name}</div>` : html`<div class="muted">${state === 'gone' ? say('pinGone') : state === 'failed' ? say('pinFailed') : say('loading')}</div>`}
            ${state === 'over' && html`<p class="small muted">${say('pinOver')}</p>`}
            <div class="row">${visit && state === 'there' && movable(visit.appointment.status) && html`<${Button} small kind="primary" onClick=${() => onPlace(visit)}>${say('place')}<//>`}
                ${visit && state !== 'gone' && html`<${Button} small onClick=${() => onGo(visit)}>${say('goThere')}<//>`}<${Button} small kind="quiet" onClick=${() => takeDown(id)}>${say('unpin')}<//></div></li>`)}</ul></aside>`
}
