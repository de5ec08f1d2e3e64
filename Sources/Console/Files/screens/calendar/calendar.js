import { html, useEffect, useMemo, useRef, useState } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { addDays, minutesOfDay, today as dayNow, time } from '../../core/format.js'
import { useHandedOver } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { Empty, Failure, problemText, Skeleton, toast, useStyle } from '../../core/ui.js'
import { idOf } from '../board/model.js'
import { BookingDialog } from '../booking/booking.js'
import { BlockDialog, BlockInfo } from './block.js'
import { CancelVisit } from './cancel.js'
import { useBlocks, useDays, useEvery, useLists, useVisits } from './data.js'
import { DayTables, drawForPrint } from './daylist.js'
import { columnLabel, cursorOf, Grid } from './grid.js'
import { areasOf, clock, dayLength, heldIn, instantAt, openSpans } from './hours.js'
import { useCalendarKeys } from './keys.js'
import { columnsOf, mondayOf, placed as placedIn, rangeOf, scales, visitsAt } from './model.js'
import { MoveBar } from './movebar.js'
import { useMoving } from './moving.js'
import { NextTimes } from './next.js'
import { VisitPanel } from './panel.js'
import { keepPrefs, keptPrefs } from './prefs.js'
import { Pinboard } from './pinboard.js'
import { pinUp, takeDown, usePins } from './pins.js'
import { Refused } from './refused.js'
import { Replan } from './replan.js'
import { gridMinutes } from './send.js'
import { SickDialog } from './sick.js'
import { CalendarBar } from './toolbar.js'
import { say } from './words.js'

/** What other screens have handed over and was shown. @type {WeakSet<any>} */
const taken = new WeakSet()

/** The time now, every half minute. */
function useNow() {
    const [now, setNow] = useState(Date.now())
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), 30_000)
        return () => clearInterval(timer)
    }, [])
    return now
}

export default function Screen() {
    useStyle('/console/screens/calendar/calendar.css')
    useStyle('/console/screens/booking/booking.css')
    const { role, me } = useSession()
    const lists = useLists()
    useEvery(lists.reload, 120, [lists.reload])
    if (lists.error && !lists.data) return html`<${Failure} error=${lists.error} retry=${lists.reload} />`
    if (!lists.data) return html`<${Skeleton} rows=${8} />`
    return html`<${Calendar} lists=${lists.data} reloadLists=${lists.reload} role=${role} me=${me} />`
}

/** @param {{lists: any, reloadLists: () => any, role: string, me: any}} props */
function Calendar({ lists, reloadLists, role, me }) {
    const handed = useHandedOver()
    const now = useNow()
    const today = dayNow()
    const [chosen, setChosen] = useState(/** @type {string|null} */ (null))
    const [prefs, setPrefs] = useState(keptPrefs)
    const [turn, setTurn] = useState(0)
    const [cursor, setCursor] = useState({ at: 0, minute: Math.floor(minutesOfDay(Date.now()) / gridMinutes()) * gridMinutes() })
    const [selected, setSelected] = useState('')
    const [side, setSide] = useState(/** @type {''|'visit'|'pins'} */ (''))
    const [open, setOpen] = useState(/** @type {any} */ (null))
    const scroller = useRef(/** @type {any} */ (null))
    const scrolled = useRef('')
    const day = chosen || today
    const isWeek = prefs.mode === 'week'
    const step = gridMinutes()
    const canEdit = role !== 'doctor'
    const prefer = (/** @type {any} */ next) => setPrefs(keepPrefs({ ...prefs, ...next }))
    const changed = () => setTurn((before) => before + 1)
    const onDay = (/** @type {string} */ next) => setChosen(next === today ? null : next)
    const who = useMemo(() => {
        const known = (/** @type {any} */ one) => one && (one.kind === 'chair' ? lists.chairs : lists.doctors).some((/** @type {any} */ two) => two.id === one.id)
        return prefs.who && known(prefs.who) ? prefs.who : { kind: 'doctor', id: lists.doctors.some((/** @type {any} */ one) => one.id === me.subject_id) ? me.subject_id : lists.doctors[0]?.id }
    }, [prefs.who, lists])
    const [from, to] = isWeek ? [mondayOf(day), addDays(mondayOf(day), 6)] : [day, day]
    const { visits, live, cutSince, error, isLoaded: hasVisits, reload } = useVisits({ from, to, role, who: isWeek && who.id ? who : undefined, pause: Boolean(open) })
    const { days, isLoaded: hasDays, error: daysError, reload: reloadDays } = useDays(from, to, turn)
    const isLoaded = hasVisits && (hasDays || Boolean(daysError))
    const blocks = useBlocks(from, to, turn)
    const pins = usePins(visits)

    const columns = useMemo(() => columnsOf({ mode: prefs.mode, day, chairs: lists.chairs, doctors: lists.doctors, visits, who }).map((one) => isWeek ? { ...one, sub: (who.kind === 'chair' ? lists.chairs : lists.doctors).find((/** @type {any} */ two) => two.id === who.id)?.name } : one), [prefs.mode, day, lists, who, visits.map(({ appointment: a }) => a.chair_id + a.doctor_id).join()])
    const scale = scales[prefs.scale]
    const placed = useMemo(() => new Map(columns.map((one) => [one.key, placedIn(visits, one, 23 / scale)])), [columns, visits, scale])
    const shown = useMemo(() => columns.flatMap((column) => {
        const one = days.get(column.day)
        return one ? [{ column, day: one }] : []
    }), [columns, days])
    const areas = useMemo(() => new Map(shown.map((one) => [one.column.key, areasOf(one.day, one.column.doctorId && lists.staff.find((/** @type {any} */ two) => two.id === one.column.doctorId), { closed: say('closed'), notAtWork: say('notAtWork'), away: say('away') })])), [shown, lists])
    const held = useMemo(() => new Map(shown.map((one) => [one.column.key, heldIn(one.day, one.column, now).map((two) => ({ ...two, text: say('heldUntil', { time: clock(two.until) }) }))])), [shown, now])
    const range = useMemo(() => rangeOf([...shown.flatMap((one) => openSpans(one.day)), ...[...placed.values()].flat()], Math.max(...columns.map((one) => dayLength(one.day)), 0)), [columns, placed, shown])
    const visit = visits.find((one) => idOf(one) === selected) || pins.find((one) => one.id === selected && one.state === 'there')?.visit || undefined
    const facts = { visits, blocks, days, chairs: lists.chairs, staff: lists.staff, services: lists.services }

    const close = () => setOpen(null)
    const done = () => (close(), changed())
    const pin = (/** @type {any} */ one) => {
        if (pins.some((other) => other.id === idOf(one))) return takeDown(idOf(one))
        pinUp(one)
        setSide('pins')
    }
    // The focus follows a visit that was moved.
    const latest = useRef(/** @type {any} */ (null))
    const follow = (/** @type {string} */ id) => setTimeout(() => latest.current?.(id, true), 120)
    const moves = useMoving({ columns, placed, facts, range, scale, step, cursor, setCursor, scroller, changeDay: (by) => onDay(addDays(day, by * (isWeek ? 7 : 1))), pin: pinUp, unpin: takeDown, refused: (refusal) => setOpen({ kind: 'refused', refusal }), changed: (id) => (changed(), id && follow(id)) })
    const pickUp = (/** @type {any} */ one, /** @type {'keys'|'click'} */ how) => {
        if (prefs.list) prefer({ list: false })
        if (side === 'visit') setSide('')
        moves.pickUp(one, how)
    }
    const select = (/** @type {string} */ id, focuses = false) => {
        setSelected(id)
        const at = cursorOf(columns, placed, id, step)
        if (at) setCursor(at)
        if (focuses) requestAnimationFrame(() => {
            const block = /** @type {any} */ (document.querySelector(`[data-visit="${id}"]`))
            block?.focus({ preventScroll: true })
            block?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        })
    }
    latest.current = select
    const showVisit = (/** @type {string} */ id) => {
        if (moves.lifted) return
        select(id)
        setSide('visit')
    }
    const book = (/** @type {any} */ column, /** @type {number} */ minute) => setOpen({ kind: 'book', start: instantAt(column.day, minute), doctorId: column.doctorId, chairId: column.chairId })
    const free = (/** @type {any} */ column, /** @type {number} */ minute) => {
        if (!moves.lifted) return book(column, minute)
        moves.aimAt(columns.indexOf(column), minute)
        moves.drop()
    }
    const enter = (/** @type {{at: number, minute: number}} */ at) => {
        const here = visitsAt(visits, columns[at.at], at.minute, step)
        if (here.length) showVisit(idOf(here[0]))
        else book(columns[at.at], at.minute)
    }
    // The visit under the cursor is the one that keys act on.
    const moveCursor = (/** @type {{at: number, minute: number}} */ at) => {
        setCursor(at)
        const here = columns[at.at] ? visitsAt(visits, columns[at.at], at.minute, step) : []
        setSelected(here.length ? (here.find((one) => idOf(one) === selected) ? selected : idOf(here[0])) : '')
    }
    const toNow = () => {
        if (scroller.current) scroller.current.scrollTop = (minutesOfDay(Date.now()) - range.from) * scale - scroller.current.clientHeight / 3
    }
    const blockHere = () => {
        const column = columns[Math.min(cursor.at, columns.length - 1)]
        const start = Math.min(cursor.minute, dayLength(column.day) - 60)
        setOpen({ kind: 'block', begin: { day: column.day, clock: time(instantAt(column.day, start)), until: time(instantAt(column.day, start + 60)), chairId: column.chairId, doctorId: column.doctorId } })
    }
    const paper = () => ({ columns: columns.map((one) => ({ ...one, label: columnLabel(one) })), visits, blocks, mode: prefs.mode, day })
    const on = {
        book: () => setOpen({ kind: 'book', day }), block: blockHere, sick: () => setOpen({ kind: 'sick' }), print: () => window.print(), pins: () => setSide(side === 'pins' ? '' : 'pins'), toNow,
        move: () => visit && pickUp(visit, 'keys'), pin: () => (moves.lifted ? (pinUp(moves.lifted.visit), setSide('pins'), moves.cancel()) : visit && pin(visit)), open: () => setSide('visit'), cancel: () => setOpen({ kind: 'cancel', visit }),
        closeSide: () => (setSide(''), document.getElementById('cal-cells')?.focus({ preventScroll: true })),
        next: () => setOpen({ kind: 'next', visit: moves.lifted?.visit || visit }),
    }
    useCalendarKeys({ day, today, onDay, isWeek, visit, lifted: moves.lifted, prefs, prefer, canEdit, visits, select, selected, isSideOpen: Boolean(side), on })

    // Another screen asks for a day or a visit.
    useEffect(() => {
        if (!handed || taken.has(handed)) return
        taken.add(handed)
        const show = (/** @type {string} */ date) => {
            onDay(date)
            setSelected(handed.appointmentId)
            setSide('visit')
            scrolled.current = ''
            if (date === day) select(handed.appointmentId, true)
        }
        if (handed.appointmentId && handed.date) show(handed.date)
        else if (handed.appointmentId) get(`/appointments/${handed.appointmentId}`).then((found) => show(found.date), (failure) => toast(problemText(failure), { tone: 'bad' }))
        else if (handed.date) onDay(handed.date)
        if (handed.patient || handed.serviceId) setOpen({ kind: 'book', patient: handed.patient, serviceId: handed.serviceId, day: handed.date, treatmentItems: handed.treatmentItems })
    }, [handed])
    // A newly opened day begins at the time now, or at the first visit.
    const shownKey = `${from} ${prefs.mode} ${prefs.list}`
    useEffect(() => {
        if (!isLoaded || !scroller.current || scrolled.current === shownKey || moves.lifted) return
        scrolled.current = shownKey
        const asked = selected && cursorOf(columns, placed, selected, step)
        if (asked) setCursor(asked)
        const first = Math.min(...[...placed.values()].flat().map((one) => one.from).filter((one) => one >= 7 * 60), 24 * 60)
        const minute = asked ? asked.minute : from <= today && today <= to ? minutesOfDay(Date.now()) : first < 24 * 60 ? first : 8 * 60
        scroller.current.scrollTop = (minute - range.from) * scale - (asked || today === from ? scroller.current.clientHeight / 3 : 20)
    }, [isLoaded, shownKey])
    const box = useRef(/** @type {any} */ (null))
    useEffect(() => {
        const before = () => box.current && drawForPrint(box.current, paper())
        window.addEventListener('beforeprint', before)
        return () => window.removeEventListener('beforeprint', before)
    })

    const press = (/** @type {any} */ event) => {
        const block = event.target.closest('[data-visit]')
        const one = block && visits.find((two) => idOf(two) === block.dataset.visit)
        if (!one || moves.lifted) return
        const grab = (event.clientY - block.getBoundingClientRect().top) / scale
        moves.drag(event, one, grab)
    }
    const counts = useMemo(() => new Map(columns.map((one) => [one.key, (placed.get(one.key) || []).length])), [columns, placed])
    const look = { selected, tab: selected || [...placed.values()].flat()[0]?.key || '', moving: moves.lifted ? idOf(moves.lifted.visit) : '', pins: new Set(pins.map((one) => one.id)), now }
    let content
    if ((error || (daysError && !hasDays)) && !visits.length) content = html`<${Failure} error=${error || daysError} retry=${() => (reload(), reloadDays())} />`
    else if (!columns.length) content = html`<${Empty} icon="calendar" title=${say('noColumns')} />`
    else if (!isLoaded && !(visits.length && hasDays)) content = html`<${Skeleton} rows=${10} />`
    else if (prefs.list) content = html`<div class="cal-scroll"><${DayTables} ...${paper()} selected=${selected} onVisit=${showVisit} /></div>`
    else content = html`<${Grid} columns=${columns} placed=${placed} areas=${areas} held=${held} blocks=${blocks} visits=${visits} range=${range} scale=${scale} mode=${prefs.mode} step=${step} today=${today} cursor=${cursor} onCursor=${moveCursor} look=${look} scroller=${scroller} counts=${counts}
        onEnter=${enter} onVisit=${showVisit} onBlock=${(/** @type {string} */ id) => !moves.lifted && setOpen({ kind: 'blockInfo', block: blocks.find((one) => one.id === id) })} onFree=${free} onPress=${press} onHover=${moves.lifted?.how === 'click' ? (/** @type {any} */ column, /** @type {number} */ minute) => moves.aimAt(columns.indexOf(column), minute) : undefined} isMoving=${Boolean(moves.lifted)} />`

    return html`<div class=${`cal ${side && (side === 'pins' || visit) ? 'with-side' : ''}`}>
        <${CalendarBar} day=${day} today=${today} onDay=${onDay} prefs=${prefs} prefer=${prefer} lists=${lists} who=${who} count=${visits.length} state=${{ live, cutSince, isLoaded, lacksHours: Boolean(daysError && !hasDays) }} pins=${pins.length} onPins=${on.pins} isPinsOpen=${side === 'pins'} canEdit=${canEdit} on=${on} />
        <div class="cal-main no-print">${content}</div>
        ${side === 'visit' && visit && html`<${VisitPanel} visit=${visit} isPinned=${look.pins.has(selected)} onClose=${() => setSide('')} on=${{ move: () => pickUp(visit, 'click'), pin: on.pin, next: on.next, cancel: on.cancel, again: () => setOpen({ kind: 'book', patient: { ...visit.patient, id: visit.appointment.patient_id }, serviceId: visit.appointment.service_id, doctorId: visit.appointment.doctor_id, day: visit.appointment.date < today ? today : visit.appointment.date }) }} />`}
        ${side === 'pins' && html`<${Pinboard} pins=${pins} onPlace=${(/** @type {any} */ one) => pickUp(one, 'click')} onPress=${(/** @type {any} */ event, /** @type {any} */ one) => moves.drag(event, one, 4)} onClose=${() => setSide('')} onGo=${(/** @type {any} */ one) => (onDay(one.appointment.date), setSelected(idOf(one)), (scrolled.current = ''))} />`}
        <${MoveBar} onDrop=${moves.drop} onCancel=${moves.cancel} onPin=${on.pin} onNext=${on.next} />
        <div class="cal-print" ref=${box}></div>
        ${open?.kind === 'book' && html`<${BookingDialog} ...${open} onDone=${(/** @type {any} */ made) => (done(), made?.id && setSelected(made.id))} onClose=${close} />`}
        ${open?.kind === 'refused' && html`<${Refused} refusal=${open.refusal} onDone=${() => (takeDown(idOf(open.refusal.visit)), done(), follow(idOf(open.refusal.visit)))} onClose=${close} />`}
        ${open?.kind === 'next' && open.visit && html`<${NextTimes} visit=${open.visit} onDone=${() => (moves.cancel(), takeDown(idOf(open.visit)), done(), follow(idOf(open.visit)))} onClose=${close} />`}
        ${open?.kind === 'cancel' && open.visit && html`<${CancelVisit} visit=${open.visit} onDone=${done} onClose=${close} />`}
        ${open?.kind === 'block' && html`<${BlockDialog} begin=${open.begin} chairs=${lists.chairs.filter((/** @type {any} */ one) => one.active !== false)} doctors=${lists.doctors} onDone=${done} onClose=${close} />`}
        ${open?.kind === 'blockInfo' && open.block && html`<${BlockInfo} block=${open.block} chairs=${lists.chairs} doctors=${lists.doctors} onDone=${done} onClose=${close} />`}
        ${open?.kind === 'sick' && html`<${SickDialog} doctors=${lists.doctors} doctorId=${visit?.appointment.doctor_id} day=${day} onReplan=${(/** @type {any[]} */ list) => setOpen({ kind: 'replan', visits: list })} onDone=${() => (reloadLists(), changed())} onClose=${close} />`}
        ${open?.kind === 'replan' && html`<${Replan} visits=${open.visits} onChanged=${changed} onClose=${done} />`}</div>`
}
