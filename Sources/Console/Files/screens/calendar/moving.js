// Moving a visit: by dragging it, by keys, or by clicks.
import { useEffect, useRef } from '../../core/dom.js'
import { useSignal } from '../../core/signal.js'
import { Problem } from '../../core/api.js'
import { problemText, toast } from '../../core/ui.js'
import { localFindings, serverFinding, together } from './check.js'
import { startDrag } from './drag.js'
import { cursorOf, place } from './grid.js'
import { dayLength, instantAt, minuteOf } from './hours.js'
import { minutesWith, movable } from './model.js'
import { move, nameIn } from './send.js'
import { aim, moving, overPins, putDown, verdict } from './state.js'
import { say } from './words.js'

/** @typedef {import('../board/model.js').Visit} Visit @typedef {import('./state.js').Target} Target @typedef {import('./state.js').Finding} Finding */

/** @param {Visit} visit @param {import('./model.js').Column} column @param {number} minute @param {any[]} services @returns {Target} */
export function targetAt({ appointment: a }, column, minute, services) {
    const minutes = minutesWith(a, column.doctorId || a.doctor_id, services)
    return { column, minute, minutes, start: instantAt(column.day, minute), end: instantAt(column.day, minute + minutes) }
}

/**
 * The minute that a dragged visit goes to: a step of the grid, or its own minute if it is moved sideways.
 * @param {Visit} visit @param {import('./model.js').Column} column @param {number} minute @param {number} step
 */
function snapped({ appointment: a }, column, minute, step) {
    const own = minuteOf(column.day, a.start)
    return a.date === column.day && Math.abs(minute - own) < step / 2 ? own : Math.round(minute / step) * step
}

/** Where a target sends the visit. @param {Target} target @returns {import('./send.js').Place} */
export const placeOf = ({ column, start, end }) => ({ start, end, doctorId: column.doctorId, doctorName: column.doctorId ? column.label || column.sub : undefined, chairId: column.chairId, chairName: column.chairId ? column.label || column.sub : undefined })

/**
 * @param {{columns: import('./model.js').Column[], placed: Map<string, any>, facts: import('./check.js').Facts, range: {from: number, to: number}, scale: number, step: number, cursor: {at: number, minute: number}, setCursor: (cursor: any) => void, scroller: {current: any}, changeDay: (days: number) => void, pin: (visit: Visit) => void, unpin: (id: string) => void, refused: (refusal: {visit: Visit, target: Target, findings: Finding[], problem?: any}) => void, changed: (id?: string) => void}} now
 */
export function useMoving(now) {
    const context = useRef(now)
    context.current = now
    const lifted = useSignal(moving)
    const lastAt = useRef(0)

    const aimAt = (/** @type {number} */ at, /** @type {number} */ minute) => {
        const { columns, range, facts, step } = context.current
        const visit = moving.get()?.visit
        const column = columns[Math.max(0, Math.min(columns.length - 1, at))]
        if (!visit || !column) return
        const last = Math.min(range.to, dayLength(column.day)) - step
        lastAt.current = columns.indexOf(column)
        const minuteThere = Math.max(range.from, Math.min(last, minute))
        const before = aim.get()
        if (before?.column === column && before.minute === minuteThere) return
        aim.set(targetAt(visit, column, minuteThere, facts.services))
    }
    const show = () => {
        const target = aim.get()
        const { scroller, range, scale } = context.current
        if (!target || !scroller.current) return
        const box = scroller.current
        const top = (target.minute - range.from) * scale
        if (top < box.scrollTop + 20) box.scrollTop = Math.max(0, top - 80)
        else if (top + target.minutes * scale > box.scrollTop + box.clientHeight - 90) box.scrollTop = top + target.minutes * scale - box.clientHeight + 140
        box.querySelector(`[data-col="${target.column.key}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    const pickUp = (/** @type {Visit} */ visit, /** @type {'keys'|'click'} */ how) => {
        if (!movable(visit.appointment.status)) return toast(say('notMovable'), { tone: 'bad' })
        moving.set({ visit, how })
        const { columns, placed, cursor, step } = context.current
        const at = cursorOf(columns, placed, visit.appointment.id, step) || cursor
        aimAt(at.at, at.minute)
        show()
    }
    const drop = async () => {
        const { visit, how } = moving.get() || {}
        const target = aim.get()
        if (!visit || !target) return
        const { facts, refused, changed, unpin } = context.current
        const { appointment: a } = visit
        const isSame = target.start === a.start && (target.column.chairId ? target.column.chairId === a.chair_id : target.column.doctorId ? target.column.doctorId === a.doctor_id : true)
        if (isSame) return putDown()
        const seen = verdict.get()
        const findings = seen?.target === target ? seen.findings : localFindings(visit, target, facts)
        putDown()
        if (findings.length) return refused({ visit, target, findings })
        try {
            await move(visit, placeOf(target))
            unpin(a.id)
            changed(how === 'drag' ? '' : a.id)
        } catch (problem) {
            if (problem instanceof Problem && problem.status === 409) refused({ visit, target, findings: [], problem })
            else toast(`${nameIn(visit)}: ${problemText(problem)}`, { tone: 'bad' })
        }
    }

    // What the place would break: the calendar's own answer at once, the server's after a moment of rest.
    const target = useSignal(aim)
    const { visits, blocks, days } = now.facts
    useEffect(() => {
        const visit = lifted?.visit
        if (!visit || !target) return
        const local = localFindings(visit, target, context.current.facts)
        verdict.set({ target, findings: local, checking: true })
        const stop = new AbortController()
        const timer = setTimeout(async () => {
            const found = await serverFinding(visit, target, context.current.facts, stop.signal).catch((error) => (error instanceof Problem && error.status === 409 ? { kind: error.type, text: error.title, hard: true } : null))
            if (aim.get() === target) verdict.set({ target, findings: together(local, found), checking: false })
        }, 220)
        return () => (clearTimeout(timer), stop.abort())
    }, [target, lifted, visits, blocks, days])

    // The keys belong to the move while a visit is picked up.
    useEffect(() => {
        if (!lifted) return
        const key = (/** @type {KeyboardEvent} */ event) => {
            if (document.querySelector('dialog[open]') || event.metaKey || event.ctrlKey || /^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {any} */ (event.target).tagName)) return
            const isButton = /** @type {any} */ (event.target).closest?.('.cal-movebar button')
            const to = aim.get()
            const { columns, step, changeDay } = context.current
            const at = to ? columns.findIndex((one) => one.key === to.column.key) : 0
            const fine = event.altKey ? 5 : step
            if (event.key === 'Escape') putDown()
            else if (event.key === 'Enter' && !isButton && lifted.how !== 'drag') drop()
            else if (event.shiftKey && event.key === 'ArrowLeft') changeDay(-1)
            else if (event.shiftKey && event.key === 'ArrowRight') changeDay(1)
            else if (to && lifted.how !== 'drag' && event.key.startsWith('Arrow')) {
                const [right, down] = { ArrowDown: [0, fine], ArrowUp: [0, -fine], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }[event.key] || [0, 0]
                const next = to.minute + down
                aimAt(at + right, down ? (fine === step ? (down > 0 ? Math.floor(next / step) : Math.ceil(next / step)) * step : next) : next)
                show()
            } else if (to && (event.key === 'PageDown' || event.key === 'PageUp')) {
                aimAt(at, to.minute + (event.key === 'PageDown' ? 60 : -60))
                show()
            } else return
            event.preventDefault()
            event.stopPropagation()
        }
        document.addEventListener('keydown', key, true)
        return () => document.removeEventListener('keydown', key, true)
    }, [lifted])

    // Another day or view has other columns: the aim goes to the same place there.
    useEffect(() => {
        const to = aim.get()
        if (!moving.get() || !to || now.columns.includes(to.column)) return
        const at = now.columns.findIndex((one) => one.key === to.column.key)
        aimAt(at < 0 ? lastAt.current : at, to.minute)
    }, [now.columns])
    useEffect(() => putDown, [])

    const drag = (/** @type {any} */ event, /** @type {Visit} */ visit, /** @type {number} */ grab) => startDrag(event, {
        begin: () => movable(visit.appointment.status) ? (moving.set({ visit, how: 'drag' }), true) : false,
        over: (x, y, element) => {
            overPins.set(Boolean(element?.closest?.('[data-pins]')))
            const { columns, range, scale, step, scroller } = context.current
            const found = overPins.get() ? null : place(scroller.current?.querySelector('[data-area]'), columns, x, y - grab * scale, range, scale)
            if (found) aimAt(found.at, snapped(visit, columns[found.at], found.minute, step))
            else if (overPins.get()) aim.set(null)
        },
        scroller: () => context.current.scroller.current,
        drop: () => (overPins.get() ? (context.current.pin(visit), putDown()) : aim.get() ? drop() : putDown()),
        cancel: putDown,
    })
    return { lifted, pickUp, drop, drag, aimAt, cancel: putDown }
}
