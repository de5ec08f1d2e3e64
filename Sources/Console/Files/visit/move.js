// Moving a visit by its link: the free times of the same service with the same doctor.
import { get, post, Problem } from '../core/api.js'
import { html, useRef, useState } from '../core/dom.js'
import { addDays, dateTime, dayOf, today } from '../core/format.js'
import { Button } from '../core/ui.js'
import { TimeChooser } from '../pages/chooser.js'
import { explain } from '../pages/problems.js'
import { Sure } from '../pages/sure.js'
import { say } from './words.js'

/** @param {{path: string, visit: any, onMoved: (token: string) => any, onInvalid: () => any, onClose: () => any}} props */
export function Move({ path, visit, onMoved, onInvalid, onClose }) {
    /** The times of each day that was read. */
    const times = useRef(/** @type {Map<string, any[]>} */ (new Map()))
    const [wanted, setWanted] = useState(/** @type {any} */ (null))
    const [error, setError] = useState('')
    const [turn, setTurn] = useState(0)

    const read = async (/** @type {string} */ from, /** @type {string} */ to) => {
        const { items } = await get(`${path}/times`, { from, to }, { open: true })
        for (let day = from; day <= to; day = addDays(day, 1)) times.current.set(day, [])
        for (const slot of items) times.current.get(dayOf(slot.start))?.push(slot)
    }
    const loadDays = async (/** @type {string} */ from, /** @type {string} */ to) => {
        await read(from, to)
        return [...times.current].filter(([day]) => day >= from && day <= to).map(([date, slots]) => ({ date, free: slots.length }))
    }
    const loadTimes = async (/** @type {string} */ day) => {
        await read(day, day)
        return times.current.get(day) || []
    }
    const move = async () => {
        setError('')
        try {
            const next = await post(`${path}/move`, { start: wanted.start }, { open: true })
            onMoved(next.token)
        } catch (problem) {
            setWanted(null)
            if (problem instanceof Problem && problem.status === 404) return onInvalid()
            setError(explain(problem))
            setTurn(turn + 1)
        }
    }
    return html`<p>${dateTime(visit.start)}${visit.service_name ? ` · ${visit.service_name}` : ''}</p>
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <${TimeChooser} first=${today()} last=${addDays(today(), 120)} loadDays=${loadDays} loadTimes=${loadTimes} turn=${turn} onChoose=${setWanted} chosen=${wanted?.start} />
        <div><${Button} onClick=${onClose}>${say('back')}<//></div>
        ${wanted && html`<${Sure} title=${say('sureMove')} keep=${say('back')} text=${say('sureMoveText', { from: dateTime(visit.start), to: dateTime(wanted.start) })} confirm=${say('move')} onClose=${() => setWanted(null)} onConfirm=${move} />`}`
}
