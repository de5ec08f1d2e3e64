import { del, post, Problem } from '../../core/api.js'
import { useCallback, useEffect, useRef, useState } from '../../core/dom.js'

/**
 * Holds a time for a patient while the person confirms. The hold is released when it is not wanted any more.
 * @param {{isWanted: boolean, patient: any, service: string, slot: import('./why.js').Slot|null, onRefused: (problem: any) => void}} of
 * @returns {{held: any, left: number|null, isOver: boolean, release: () => void, used: () => void, again: () => void}} `left`: seconds
 */
export function useHold({ isWanted, patient, service, slot, onRefused }) {
    const [held, setHeld] = useState(/** @type {any} */ (null))
    const [now, setNow] = useState(Date.now())
    const [turn, setTurn] = useState(0)
    const mine = useRef(/** @type {any} */ (null))
    const refused = useRef(onRefused)
    refused.current = onRefused

    const release = useCallback(() => {
        const hold = mine.current
        mine.current = null
        setHeld(null)
        if (hold) del(`/holds/${hold.id}`, { query: { patient_id: hold.patient_id } }).catch(() => {})
    }, [])
    const used = useCallback(() => {
        mine.current = null
        setHeld(null)
    }, [])
    useEffect(() => {
        if (!isWanted || !patient || !slot) return
        let here = true
        post('/holds', { patient_id: patient.id, service_id: service, start: slot.start, ...(slot.doctor_id ? { doctor_id: slot.doctor_id } : {}) }).then((hold) => {
            if (!here) return del(`/holds/${hold.id}`, { query: { patient_id: hold.patient_id } }).catch(() => {})
            mine.current = hold
            setHeld(hold)
        }, (problem) => here && problem instanceof Problem && problem.status === 409 && refused.current(problem))
        return () => {
            here = false
            release()
        }
    }, [isWanted, patient?.id, service, slot, turn])
    useEffect(() => {
        if (!held) return
        setNow(Date.now())
        const timer = setInterval(() => setNow(Date.now()), 1000)
        return () => clearInterval(timer)
    }, [held])
    const left = held ? Math.round((Date.parse(held.expires_at) - now) / 1000) : null
    return { held, left, isOver: left !== null && left <= 0, release, used, again: () => (used(), setTurn((before) => before + 1)) }
}
