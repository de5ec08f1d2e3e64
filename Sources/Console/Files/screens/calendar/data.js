// What the calendar shows, and how it stays true: the reception's day is followed live, other lists are loaded again.
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
 * The visits of some days, with what was done here and is not in the lists yet.
 * @param {{from: string, to: string, role: string, self?: string, doctorId?: string, pause: boolean, turn: number}} of `turn`: changes when something was changed here
 */
export function useVisits({ from, to, role, self, doctorId, pause, turn }) {
    const isOneDay = from === to
    const isDesk = role !== 'doctor'
    const path = isOneDay ? (isDesk ? '/reception/queue' : '/doctor/schedule') : null
    const live = useLive(path, { date: from, doctor_id: isDesk ? undefined : self }, { id: idOf, pause, order: byTime })
    const loadsAll = !isOneDay || !isDesk
    const loaded = useLoad(async () => (loadsAll ? { from, to, rows: await all('/appointments', { ...(isOneDay ? { date: from } : { from, to }), doctor_id: doctorId, limit: 200 }, { limit: 5000 }) } : null), [from, to, doctorId, loadsAll, turn])
    useEvery(() => loadsAll && loaded.reload(), 20, [loadsAll, loaded.reload])
    const done = useSignal(answered)
    const sent = useSignal(sentSteps)
    const { waiting } = useSignal(keptSteps)
    const isMine = loaded.data?.from === from && loaded.data?.to === to
    const rows = useMemo(() => {
        const found = new Map((isMine && loaded.data ? loaded.data.rows : []).map((/** @type {Visit} */ row) => [idOf(row), row]))
        for (const row of path ? live.rows : []) found.set(idOf(row), row)
        return [...found.values()].sort(byTime)
    }, [live.rows, loaded.data, isMine, path])
    const visits = useMemo(() => rows.map((row) => withDay(withSteps(row, done, sent, waiting))).filter(({ appointment: a }) => a.status !== 'cancelled' && a.status !== 'entered_in_error' && from <= a.date && a.date <= to), [rows, done, sent, waiting, from, to])
    const hasLive = Boolean(path)
    return {
        visits, live: hasLive ? live.live : !loaded.error, cutSince: hasLive ? live.cutSince : null, pending: live.pending, error: (hasLive && isDesk ? live.error : null) || (loadsAll ? loaded.error : null),
        isLoaded: loadsAll ? isMine : live.live || live.rows.length > 0, isFollowed: hasLive && isDesk, reload: () => (hasLive && live.reload(), loaded.reload()),
    }
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
