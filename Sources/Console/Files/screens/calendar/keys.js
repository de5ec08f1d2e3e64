// The keys of the calendar. Arrow keys and Enter belong to the grid itself.
import { addDays } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { toast } from '../../core/ui.js'
import { movable } from './model.js'
import { takeBack } from './send.js'
import { say } from './words.js'

/**
 * @param {{day: string, today: string, onDay: (day: string) => void, isWeek: boolean, visit: any, lifted: any, prefs: any, prefer: (next: any) => void, canEdit: boolean, visits: any[], select: (id: string, focuses: boolean) => void, selected: string, isSideOpen: boolean,
 *   on: {book: () => void, block: () => void, sick: () => void, print: () => void, pins: () => void, move: () => void, pin: () => void, next: () => void, open: () => void, cancel: () => void, toNow: () => void, closeSide: () => void}}} calendar
 */
export function useCalendarKeys({ day, today, onDay, isWeek, visit, lifted, prefs, prefer, canEdit, visits, select, selected, isSideOpen, on }) {
    const step = isWeek ? 7 : 1
    const canMove = () => Boolean(visit) && Boolean(movable(visit.appointment.status))
    const needs = (/** @type {() => void} */ run) => () => (visit || lifted ? run() : toast(say('selectFirst')))
    const along = (/** @type {number} */ by) => {
        const ids = visits.map((/** @type {any} */ one) => one.appointment.id)
        if (!ids.length) return
        const at = ids.indexOf(selected)
        const from = at >= 0 ? at + by : visits.findIndex((/** @type {any} */ one) => Date.parse(one.appointment.end) > Date.now())
        select(ids[Math.max(0, Math.min(ids.length - 1, from < 0 ? 0 : from))], true)
    }
    const modes = ['chair', 'doctor', 'week']
    useCommands([
        { id: 'cal-book', title: say('book'), keys: 'n', run: on.book },
        { id: 'cal-move', title: say('moveDots'), keys: 'm', run: needs(on.move), when: () => !lifted },
        { id: 'cal-pin', title: say('pin'), keys: 'p', run: needs(on.pin) },
        { id: 'cal-next', title: say('nextFreeDots'), keys: 'f', run: needs(on.next), when: () => canMove() || Boolean(lifted) },
        { id: 'cal-cancel', title: say('cancelDots'), run: needs(on.cancel), when: () => Boolean(visit) },
        { id: 'cal-block', title: say('blockDots'), keys: 'b', run: on.block, when: () => canEdit },
        { id: 'cal-sick', title: say('sick'), run: on.sick, when: () => canEdit },
        { id: 'cal-pins', title: say('pinboard'), keys: 'Shift+p', run: on.pins },
        { id: 'cal-close', title: say('closeSide'), keys: 'Escape', run: on.closeSide, when: () => isSideOpen && !lifted },
        { id: 'cal-undo', title: say('undo'), keys: 'z', run: takeBack },
        { id: 'cal-following', title: say('nextVisit'), keys: 'j', run: () => along(1) },
        { id: 'cal-preceding', title: say('previousVisit'), keys: 'k', run: () => along(-1) },
        { id: 'cal-before', title: isWeek ? say('weekBefore') : say('before'), keys: 'Shift+ArrowLeft', run: () => onDay(addDays(day, -step)) },
        { id: 'cal-after', title: isWeek ? say('weekAfter') : say('after'), keys: 'Shift+ArrowRight', run: () => onDay(addDays(day, step)) },
        { id: 'cal-today', title: say('today'), keys: 't', run: () => (day === today ? on.toNow() : onDay(today)) },
        { id: 'cal-day', title: say('chooseDay'), keys: 'd', run: () => document.getElementById('calendar-day')?.focus() },
        { id: 'cal-mode', title: say('nextView'), keys: 'v', run: () => prefer({ mode: modes[(modes.indexOf(prefs.mode) + 1) % modes.length] }) },
        { id: 'cal-list', title: prefs.list ? say('asGrid') : say('asList'), keys: 'l', run: () => prefer({ list: !prefs.list }) },
        { id: 'cal-in', title: say('zoomIn'), keys: '+', run: () => prefer({ scale: prefs.scale === 'small' ? 'medium' : 'large' }) },
        { id: 'cal-out', title: say('zoomOut'), keys: '-', run: () => prefer({ scale: prefs.scale === 'large' ? 'medium' : 'small' }) },
        { id: 'cal-print', title: say('print'), run: on.print },
        { id: 'cal-grid', title: say('toGrid'), keys: 'c', run: () => document.getElementById('cal-cells')?.focus({ preventScroll: true }), when: () => !prefs.list },
    ])
}
