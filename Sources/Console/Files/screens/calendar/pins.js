// The pinboard: visits that are to be placed elsewhere. Only their ids are kept in the browser, for each account and
// clinic; what they are is loaded again.
import { get, Problem } from '../../core/api.js'
import { useEffect } from '../../core/dom.js'
import { onForget } from '../../core/forget.js'
import { session } from '../../core/session.js'
import { signal, useSignal } from '../../core/signal.js'
import { idOf } from '../board/model.js'

/** @typedef {import('../board/model.js').Visit} Visit @typedef {{id: string, visit: Visit|null, state: 'loading'|'there'|'over'|'gone'|'failed'}} Pin */

/** @type {ReturnType<typeof signal<Pin[]>>} */
export const pins = signal(/** @type {Pin[]} */ ([]))
let owner = ''
onForget(() => {
    owner = ''
    pins.set([])
})
// Other tabs pin too.
window.addEventListener('storage', (event) => {
    if (event.key === owner && owner) takeIDs(read())
})

const nameOfStore = () => {
    const { me } = session()
    return me ? `chairside-pins ${me.id} ${me.clinic_id}` : ''
}
/** @returns {string[]} */
function read() {
    try {
        const ids = JSON.parse(localStorage.getItem(owner) || '[]')
        return Array.isArray(ids) ? ids.filter((one) => typeof one === 'string') : []
    } catch {
        return []
    }
}
function keep() {
    if (owner) localStorage.setItem(owner, JSON.stringify(pins.get().map((one) => one.id)))
}
/** @param {string[]} ids */
function takeIDs(ids) {
    const before = new Map(pins.get().map((one) => [one.id, one]))
    pins.set(ids.map((id) => before.get(id) || { id, visit: null, state: /** @type {'loading'} */ ('loading') }))
}

/** @param {any} appointment */
const stateOf = ({ status }) => (['completed', 'cancelled', 'no_show', 'entered_in_error'].includes(status) ? 'over' : 'there')

/** Loads what the pins are. */
export async function refreshPins() {
    const mine = owner
    const loaded = await Promise.all(pins.get().map(async (pin) => {
        try {
            const appointment = await get(`/appointments/${pin.id}`)
            const patient = pin.visit?.patient || (await get(`/patients/${appointment.patient_id}`).catch(() => undefined))
            return { id: pin.id, visit: { appointment, patient }, state: stateOf(appointment) }
        } catch (error) {
            return { ...pin, state: error instanceof Problem && (error.status === 404 || error.status === 410) ? 'gone' : pin.visit ? pin.state : 'failed' }
        }
    }))
    if (owner !== mine) return
    const found = new Map(loaded.map((one) => [one.id, one]))
    pins.set(/** @type {Pin[]} */ (pins.get().map((one) => found.get(one.id) || one)))
}

/** The pins, with what the shown days know of them. @param {Visit[]} visits @returns {Pin[]} */
export function usePins(visits) {
    const list = useSignal(pins)
    useEffect(() => {
        if (owner !== nameOfStore()) {
            owner = nameOfStore()
            takeIDs(read())
        }
        refreshPins()
        const timer = setInterval(() => document.visibilityState === 'visible' && pins.get().length && refreshPins(), 60_000)
        return () => clearInterval(timer)
    }, [])
    const shown = new Map(visits.map((one) => [idOf(one), one]))
    return list.map((pin) => {
        const visit = shown.get(pin.id)
        return visit && (!pin.visit || visit.appointment.version >= pin.visit.appointment.version) ? { id: pin.id, visit, state: stateOf(visit.appointment) } : pin
    })
}

/** @param {Visit} visit */
export function pinUp(visit) {
    const id = idOf(visit)
    if (!pins.get().some((one) => one.id === id)) pins.set([...pins.get(), { id, visit, state: stateOf(visit.appointment) }])
    keep()
}
/** @param {string} id */
export function takeDown(id) {
    pins.set(pins.get().filter((one) => one.id !== id))
    keep()
}
