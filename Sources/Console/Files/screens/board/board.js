// The day of the clinic as a board: who is expected, who waits and since when, who sits where, who is ready to leave.
import { html, useCallback, useEffect, useMemo, useRef, useState } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { today as dayNow } from '../../core/format.js'
import { useLive } from '../../core/live.js'
import { useLoad } from '../../core/load.js'
import { useHandedOver } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { useSignal } from '../../core/signal.js'
import { answered, keptSteps, sentSteps } from '../../core/steps.js'
import { Button, Empty, Failure, Skeleton, toast, useStyle } from '../../core/ui.js'
import { menuOf, seat, stepsOf, take } from './actions.js'
import { CancelDialog } from './cancel.js'
import { useByTime } from './clock.js'
import { focusCard, useFocusThatFollows } from './focus.js'
import { useBoardKeys } from './keys.js'
import { ChairLanes, StateLanes, TimeList } from './lanes.js'
import { byTime, filtered, idOf, inColumns, nextToCall, occupied, withSteps } from './model.js'
import { Panel } from './panel.js'
import { keepPrefs, keptPrefs } from './prefs.js'
import { SeatDialog } from './seat.js'
import { BoardBar } from './toolbar.js'
import { WalkIn } from './walkin.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Visit} Visit */
/** @typedef {{kind: 'seat'|'cancel'|'walkIn', id?: string}|null} Open */

/** The visits of a day with the steps that were taken here. @param {string} day @param {boolean} pause @param {string} role @param {string} doctor */
function useVisits(day, pause, role, doctor) {
    const isDoctor = role === 'doctor'
    const live = useLive(isDoctor ? '/doctor/schedule' : '/reception/queue', { date: day, doctor_id: isDoctor ? doctor : undefined }, { id: idOf, pause, order: byTime })
    const done = useSignal(answered)
    const sent = useSignal(sentSteps)
    const { waiting } = useSignal(keptSteps)
    const visits = useMemo(() => live.rows.map((row) => withSteps(row, done, sent, waiting)).filter(({ appointment }) => appointment.status !== 'cancelled'), [live.rows, done, sent, waiting])
    return { ...live, visits }
}

export default function Screen() {
    useStyle('/console/screens/board/board.css')
    const { role, me } = useSession()
    const handed = useHandedOver()
    const today = useByTime(() => dayNow())
    // No chosen day follows the calendar, also over midnight.
    const [chosenDay, setChosenDay] = useState(/** @type {string|null} */ (handed?.date || null))
    const day = chosenDay || today
    const [prefs, setPrefs] = useState(keptPrefs)
    const [wanted, setWanted] = useState({ text: '', doctor: '', chair: '' })
    const [selected, setSelected] = useState(/** @type {string} */ (handed?.appointmentId || ''))
    const [panel, setPanel] = useState(false)
    const [open, setOpen] = useState(/** @type {Open} */ (null))
    const [menu, setMenu] = useState(false)
    const [held, setHeld] = useState(false)
    // The API gives doctors no queue of the whole clinic, but the day of each doctor: they see one of these, read-only.
    const isDoctor = role === 'doctor'
    const [whose, setWhose] = useState(me?.subject_id || '')
    const colleagues = useLoad(async () => (isDoctor ? all('/doctors') : []), [isDoctor]).data || []
    const { visits, live, cutSince, error, pending, loaded, reload } = useVisits(day, Boolean(open) || menu || held, role, whose)
    const chairs = useLoad(() => all('/chairs'), []).data?.filter((/** @type {any} */ one) => one.active !== false) || []
    const shown = useMemo(() => filtered(visits, wanted), [visits, wanted])
    const columns = useMemo(() => inColumns(visits), [visits])
    const shownColumns = shown === visits ? columns : inColumns(shown)
    const visit = visits.find((one) => idOf(one) === selected)
    const prefer = (/** @type {Partial<import('./prefs.js').Prefs>} */ next) => setPrefs(keepPrefs({ ...prefs, ...next }))
    const changeDay = (/** @type {string} */ next) => {
        setChosenDay(next === today ? null : next)
        setSelected('')
        setPanel(false)
    }

    const run = (/** @type {string} */ name, /** @type {Visit} */ of) => {
        if (name === 'seat' || name === 'cancel') return setOpen({ kind: name, id: idOf(of) })
        return take(/** @type {any} */ (name), of)
    }
    const callNext = async () => {
        const next = nextToCall(visits)
        if (!next) {
            // Their own chairs are taken: the one who waits longest may get another one.
            const first = columns.waiting.find((one) => !one.pending)
            const taken = occupied(visits)
            if (!first || !chairs.some((/** @type {any} */ chair) => !taken.has(chair.id))) return toast(say(first ? 'noFreeChair' : 'nobodyWaits'))
            setSelected(idOf(first))
            return setOpen({ kind: 'seat', id: idOf(first) })
        }
        setSelected(idOf(next))
        await seat(next, { id: next.appointment.chair_id, name: next.appointment.chair_name }).catch(() => setOpen({ kind: 'seat', id: idOf(next) }))
    }

    const openPanel = (/** @type {string} */ id) => {
        setSelected(id)
        setPanel(true)
        const heading = /** @type {HTMLElement|null} */ (document.querySelector('.board-panel h2'))
        heading?.focus()
    }

    // One object for all cards, which stays the same: its functions are those of the last drawing.
    const now = useRef(/** @type {any} */ ({}))
    now.current = { run, select: setSelected, open: openPanel, menu: setMenu }
    const asks = useMemo(() => ({
        select: (/** @type {string} */ id) => now.current.select(id), open: (/** @type {string} */ id) => now.current.open(id), menu: (/** @type {boolean} */ is) => now.current.menu(is),
        run: (/** @type {string} */ name, /** @type {Visit} */ of) => now.current.run(name, of), steps: stepsOf, items: (/** @type {Visit} */ of) => menuOf(of, now.current),
    }), [])

    const lanes = useRef(/** @type {HTMLElement|null} */ (null))
    useFocusThatFollows(lanes, selected, shown)
    useBoardKeys({ lanes, selected, setSelected, visit, run, open: asks.open, canAct: !isDoctor, callNext, walkIn: () => setOpen({ kind: 'walkIn' }), day, today, changeDay, view: prefs.view, setView: (view) => prefer({ view }) })
    // While a button is held down on the board, no card moves away under it.
    const hold = useCallback(() => {
        const names = ['pointerup', 'pointercancel', 'blur', 'dragend']
        const release = () => {
            for (const name of names) window.removeEventListener(name, release, true)
            setHeld(false)
        }
        for (const name of names) window.addEventListener(name, release, true)
        setHeld(true)
    }, [])

    const doctors = useMemo(() => namesOf(visits, 'doctor_id', 'doctor_name'), [visits])
    const common = { selected, asks, today }
    const count = shown.length === visits.length ? say('visits', { count: visits.length }) : say('ofAll', { shown: shown.length, all: visits.length })
    let content
    if (error && !visits.length) content = html`<${Failure} error=${error} retry=${reload} />`
    else if (!loaded && !visits.length) content = html`<${Skeleton} rows=${8} />`
    else if (!visits.length) content = html`<${Empty} icon="board" title=${say('noVisits')} text=${say('noVisitsText')} />`
    else if (!shown.length) content = html`<${Empty} icon="search" title=${say('noMatch')} />`
    else if (prefs.view === 'chair') content = html`<${ChairLanes} visits=${shown} chairs=${wanted.chair ? chairs.filter((/** @type {any} */ one) => one.id === wanted.chair) : chairs} common=${common} />`
    else if (prefs.view === 'time') content = html`<${TimeList} visits=${shown} common=${common} day=${day} />`
    else content = html`<${StateLanes} columns=${shownColumns} whole=${columns} folded=${prefs.folded} onFold=${(/** @type {string} */ id) => prefer({ folded: prefs.folded.includes(id) ? prefs.folded.filter((one) => one !== id) : [...prefs.folded, id] })} common=${common} />`

    const opened = open?.id ? visits.find((one) => idOf(one) === open.id) : undefined
    const close = () => setOpen(null)
    return html`<div class=${`board ${panel && visit ? 'with-panel' : ''}`}>
        <${BoardBar} day=${day} today=${today} onDay=${changeDay} view=${prefs.view} onView=${(/** @type {any} */ view) => prefer({ view })} wanted=${isDoctor ? { ...wanted, doctor: whose } : wanted} onWanted=${(/** @type {typeof wanted} */ next) => (isDoctor ? (setWhose(next.doctor || me?.subject_id || ''), setWanted({ ...next, doctor: '' })) : setWanted(next))} doctors=${isDoctor ? colleagues : doctors} chairs=${chairs} count=${count}
            waits=${columns.waiting} state=${{ live, cutSince, loaded }} canAct=${!isDoctor} ownDay=${isDoctor} onWalkIn=${() => setOpen({ kind: 'walkIn' })} onNext=${callNext} />
        <div class="board-main" ref=${lanes} onPointerDown=${hold}>${content}
            <div class="board-news" role="status">${pending > 0 && html`<${Button} small kind="primary" onClick=${() => (setMenu(false), setHeld(false))}>${say('changes', { count: pending })}<//>`}</div></div>
        ${panel && visit && html`<${Panel} visit=${visit} today=${today} run=${run} onClose=${() => (setPanel(false), focusCard(selected))} />`}
        ${open?.kind === 'seat' && opened && html`<${SeatDialog} visit=${opened} visits=${visits} chairs=${chairs} onClose=${close} />`}
        ${open?.kind === 'cancel' && opened && html`<${CancelDialog} visit=${opened} onClose=${close} />`}
        ${open?.kind === 'walkIn' && html`<${WalkIn} onClose=${close} onDone=${(/** @type {string} */ id) => (close(), setSelected(id))} />`}</div>`
}

/** @param {Visit[]} visits @param {string} id @param {string} name */
function namesOf(visits, id, name) {
    const found = new Map(visits.map(({ appointment }) => [appointment[id], appointment[name]]))
    return [...found].map(([one, text]) => ({ id: one, name: text })).sort((a, b) => a.name.localeCompare(b.name))
}
