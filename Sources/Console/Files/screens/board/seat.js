import { html, useRef, useState } from '../../core/dom.js'
import { since } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { Button, Dialog, problemText, useBusy } from '../../core/ui.js'
import { isProblem, mayOverride, nameIn, seat } from './actions.js'
import { occupied } from './model.js'
import { say } from './words.js'

/**
 * Asks for the chair. The booked chair is chosen first; what stands against a chair can be overruled where that is allowed.
 * @param {{visit: import('./model.js').Visit, visits: import('./model.js').Visit[], chairs: any[], onClose: () => void}} props
 */
export function SeatDialog({ visit, visits, chairs, onClose }) {
    const { appointment: a } = visit
    const taken = occupied(visits)
    const list = [...(chairs.some((chair) => chair.id === a.chair_id) ? [] : [{ id: a.chair_id, name: a.chair_name }]), ...chairs]
    const [chosen, setChosen] = useState(() => (taken.has(a.chair_id) && list.find((one) => !taken.has(one.id))?.id) || a.chair_id)
    const [refusal, setRefusal] = useState(/** @type {any} */ (null))
    const group = useRef(/** @type {any} */ (null))
    const [busy, confirm] = useBusy((/** @type {any} */ how) => go(how))
    const choose = (/** @type {string} */ id) => {
        setChosen(id)
        setRefusal(null)
    }
    const go = async (/** @type {any} */ how = {}) => {
        const chair = list.find((one) => one.id === chosen)
        try {
            await seat(visit, chair, { second: taken.has(chosen) || how.second, override: how.override })
            onClose()
        } catch (error) {
            setRefusal(error)
        }
    }
    const move = (/** @type {number} */ to) => {
        const next = (to + list.length) % list.length
        choose(list[next].id)
        group.current?.children[next]?.focus()
    }
    const key = (/** @type {KeyboardEvent} */ event) => {
        const at = list.findIndex((one) => one.id === chosen)
        const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 }[event.key]
        if (to !== undefined) move(to)
        else if (event.key === 'Enter') confirm()
        else return
        event.preventDefault()
    }
    useCommands(list.slice(0, 9).map((chair, at) => ({ id: `chair-${at}`, title: chair.name, keys: String(at + 1), group: 'dialog', run: () => move(at) })))
    const other = taken.get(chosen)
    const isUnderWay = isProblem(refusal, 'visit-under-way')
    const isTaken = isProblem(refusal, 'slot-taken')
    return html`<${Dialog} title=${html`<bdi>${say('seatTitle', { name: nameIn(visit) })}</bdi>`} onClose=${onClose} footer=${html`<${Button} kind="primary" keys="Enter" busy=${busy} onClick=${() => confirm()}>${other ? say('seatAnyway') : say('seatHere')}<//>`}>
        <p class="muted small">${say('seatHint')}</p>
        <div class="board-chairs" role="radiogroup" aria-label=${say('chair')} ref=${group} onKeyDown=${key}>${list.map((chair, at) => {
            const inside = taken.get(chair.id)
            return html`<button type="button" key=${chair.id} role="radio" aria-checked=${chair.id === chosen} tabIndex=${chair.id === chosen ? 0 : -1} class=${`board-choice ${chair.id === chosen ? 'chosen' : ''}`} onClick=${() => choose(chair.id)} onDblClick=${() => confirm()} autofocus=${chair.id === chosen}>
                <kbd aria-hidden="true">${at + 1}</kbd><strong>${chair.name}</strong>
                ${chair.id === a.chair_id && html`<span class="badge accent">${say('ownChair')}</span>`}
                ${inside ? html`<span class="badge warn"><bdi>${say('taken', { name: nameIn(inside), time: since(inside.appointment.times.seated_at || inside.appointment.times.started_at) })}</bdi></span>` : html`<span class="badge good">${say('free')}</span>`}</button>`
        })}</div>
        ${refusal && html`<div class="notice bad stack" role="alert"><p>${isUnderWay ? say('underWay') : isTaken ? say('chairTaken') : problemText(refusal)}</p>
            ${isUnderWay && html`<div><${Button} onClick=${() => confirm({ second: true })}>${say('seatAnyway')}<//></div>`}
            ${isTaken && mayOverride() && html`<div><${Button} onClick=${() => confirm({ override: say('overrideReason') })}>${say('takeAnyway')}<//></div>`}</div>`}<//>`
}
