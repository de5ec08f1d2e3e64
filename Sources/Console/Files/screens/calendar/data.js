// What the calendar shows, and how it stays true: visits are followed live, other lists are loaded again.
import { all } from '../../core/api.js'
import { useEffect, useMemo } from '../../core/dom.js'
import { dayOf } from '../../core/format.js'
import { useLive } from '../../core/live.js'
import { useLoad } from '../../core/load.js'
import { useSignal } from '../../core/signal.js'
import { answered, keptSteps, sentSteps } from '../../core/steps.js'
import { byTime, idOf, withSteps } from '../board/model.js'

/** @typedef {import('../board/model.js').Visit} Visit */

/** Runs a function every so many seconds while the page is visible, and when it becomes visible. @param {() => any} run @param {number} seconds @param {any[]} inputs */
export function useEvery(run, seconds, inputs) {
    useEffect(() => {
        const look = () => document.visibilityState === 'visible' && run()
        const timer = setInterval(look, seconds * 1000)
        document.addEventListener('visibilitychange', look)
        window.addEventListener('online', look)
        return () => {
            clearInterval(timer)
            document.removeEventListener('visibilitychange', look)
            window.removeEventListener('online', look)
        }
    }, inputs)
}

/**
 * The visits of some days, with what was done here and is not in the lists yet. The reception follows its list of a day, which tells
 * more of each visit; weeks, and all that doctors see, are followed in the list of appointments.
 * @param {{from: string, to: string, role: string, who?: {kind: string, id: string}, pause: boolean}} of `who`: only the visits of a doctor or in a chair
 */
export function useVisits({ from, to, role, who, pause }) {
    const isOneDay = from === to
    const isDesk = role !== 'doctor'
    const [path, query] = isDesk && isOneDay ? ['/reception/queue', { date: from }] : ['/appointments', { from, to, ...(who ? { [who.kind === 'chair' ? 'chair_id' : 'doctor_id']: who.id } : {}) }]
    const live = useLive(path, query, { id: idOf, pause, order: byTime })
    // The list of appointments does not tell of alerts; a doctor's own day does.
    const own = useLive(!isDesk && isOneDay ? '/doctor/schedule' : null, { date: from }, { id: idOf, pause })
    const done = useSignal(answered)
    const sent = useSignal(sentSteps)
    const { waiting } = useSignal(keptSteps)
    const rows = useMemo(() => {
        const alerts = new Map(own.rows.map((row) => [idOf(row), row.alerts]))
        return alerts.size ? live.rows.map((row) => (alerts.has(idOf(row)) ? { ...row, alerts: alerts.get(idOf(row)) } : row)) : live.rows
    }, [live.rows, own.rows])
    const visits = useMemo(() => rows.map((row) => withDay(withSteps(row, done, sent, waiting))).filter(({ appointment: a }) => a.status !== 'cancelled' && a.status !== 'entered_in_error' && from <= a.date && a.date <= to), [rows, done, sent, waiting, from, to])
    return { visits, live: live.live, cutSince: live.cutSince, pending: live.pending, error: live.error, isLoaded: live.loaded, reload: () => (live.reload(), own.reload()) }
}

/** When the clinic is open and its staff work on some days, and what is held now. @param {string} from @param {string} to @param {number} turn changes when something was changed here */
export function useDays(from, to, turn) {
    const loaded = useLoad(() => all('/calendar/days', { from, to }), [from, to, turn])
    useEvery(loaded.reload, 60, [loaded.reload])
    const days = useMemo(() => new Map((loaded.data || []).map((/** @type {import('./hours.js').Day} */ one) => [one.date, one])), [loaded.data])
    return { days, isLoaded: days.has(from) && days.has(to), error: loaded.error, reload: loaded.reload }
}

/** A visit that was moved here may have another day. @param {Visit} visit @returns {Visit} */
function withDay(visit) {
    const date = dayOf(visit.appointment.start)
    return date === visit.appointment.date ? visit : { ...visit, appointment: { ...visit.appointment, date } }
}

/** The clinic's chairs, doctors, staff and services. */
export function useLists() {
    return useLoad(async () => {
        const [chairs, doctors, staff, services] = await Promise.all([all('/chairs', { limit: 200 }), all('/doctors', { limit: 200 }), all('/staff', { active: true, limit: 200 }), all('/services', { limit: 200 })])
        return { chairs, doctors, staff, services }
    }, [])
}

/** Blocked time of some days. @param {string} from @param {string} to @param {number} turn */
export function useBlocks(from, to, turn) {
    const loaded = useLoad(() => all('/blocks', { from, to, limit: 200 }), [from, to, turn])
    useEvery(loaded.reload, 60, [loaded.reload])
    return loaded.data || []
}
