// The keys of the board.
import { addDays, dateTime } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { toast } from '../../core/ui.js'
import { noShowAfter, stepsOf, takeBack } from './actions.js'
import { focusCard } from './focus.js'
import { noShowFrom, stepKeys } from './model.js'
import { say } from './words.js'

/**
 * The ids of the cards as they are on the screen, column by column.
 * @param {HTMLElement|null} lanes
 * @returns {string[][]}
 */
function onScreen(lanes) {
    return [...(lanes?.querySelectorAll('[data-lane]') || [])].map((lane) => [...lane.querySelectorAll('[data-visit]')].map((card) => /** @type {any} */ (card).dataset.visit)).filter((ids) => ids.length)
}

/** From when on a visit can be marked as missed, in words. @param {any} visit */
const noShowText = (visit) => (visit ? say('noShowFrom', { time: dateTime(noShowFrom(visit.appointment, noShowAfter())) }) : '')

/**
 * @param {{lanes: {current: HTMLElement|null}, selected: string, setSelected: (id: string) => void, visit: any, run: (name: string, visit: any) => any, open: (id: string) => void, canAct: boolean,
 *   callNext: () => any, walkIn: () => void, day: string, today: string, changeDay: (day: string) => void, view: string, setView: (view: any) => void}} board
 */
export function useBoardKeys(board) {
    const { lanes, selected, visit, run } = board
    const choose = (/** @type {string} */ id) => {
        board.setSelected(id)
        focusCard(id)
    }
    const move = (/** @type {number} */ down, /** @type {number} */ right) => {
        const ids = onScreen(lanes.current)
        if (!ids.length) return
        const lane = ids.findIndex((list) => list.includes(selected))
        if (lane < 0) return choose((ids.find((_, at) => at === 1) || ids[0])[0])
        const at = ids[lane].indexOf(selected)
        const next = ids[Math.max(0, Math.min(ids.length - 1, lane + right))]
        choose(next[Math.max(0, Math.min(next.length - 1, right ? Math.min(at, next.length - 1) : at + down))])
    }
    // Arrow keys scroll the page unless a card is in use.
    const inLanes = () => Boolean(selected) && (document.activeElement === document.body || Boolean(document.activeElement?.closest('.board-main, .board-panel')))
    const take = (/** @type {string} */ name) => {
        if (!visit) return toast(say('selectFirst'))
        return run(name, visit)
    }
    const views = ['state', 'chair', 'time']
    const has = (/** @type {any} */ name) => Boolean(visit) && stepsOf(visit).includes(name)
    useCommands([
        ...Object.entries(stepKeys).map(([name, keys]) => ({ id: `step-${name}`, title: say(/** @type {any} */ (name)), keys, run: () => take(name), when: () => has(name) })),
        // Too soon for it: the key says from when on it is possible.
        { id: 'step-noShow-later', title: noShowText(visit), keys: stepKeys.noShow, run: () => toast(noShowText(visit)), when: () => board.canAct && !has('noShow') && ['booked', 'confirmed'].includes(visit?.appointment.status) },
        { id: 'cancel-visit', title: say('cancel'), run: () => take('cancel'), when: () => has('cancel') },
        { id: 'call-next', title: say('callNext'), keys: 'n', run: board.callNext, when: () => board.canAct },
        { id: 'walk-in', title: say('walkIn'), keys: 'w', run: board.walkIn, when: () => board.canAct },
        { id: 'take-back', title: say('undo'), keys: 'z', run: () => takeBack(), when: () => board.canAct },
        { id: 'details', title: say('details'), run: () => board.open(selected), when: () => Boolean(visit) },
        { id: 'next-visit', title: say('next'), keys: 'j', run: () => move(1, 0) },
        { id: 'previous-visit', title: say('previous'), keys: 'k', run: () => move(-1, 0) },
        { id: 'next-visit-arrow', title: say('next'), keys: 'ArrowDown', run: () => move(1, 0), when: inLanes },
        { id: 'previous-visit-arrow', title: say('previous'), keys: 'ArrowUp', run: () => move(-1, 0), when: inLanes },
        { id: 'left-column', title: say('left'), keys: 'ArrowLeft', run: () => move(0, -1), when: inLanes },
        { id: 'right-column', title: say('right'), keys: 'ArrowRight', run: () => move(0, 1), when: inLanes },
        { id: 'day-before', title: say('before'), keys: 'Shift+ArrowLeft', run: () => board.changeDay(addDays(board.day, -1)) },
        { id: 'day-after', title: say('after'), keys: 'Shift+ArrowRight', run: () => board.changeDay(addDays(board.day, 1)) },
        { id: 'to-today', title: say('today'), keys: 't', run: () => board.changeDay(board.today), when: () => board.day !== board.today },
        { id: 'choose-day', title: say('chooseDay'), keys: 'd', run: () => document.getElementById('board-day')?.focus() },
        { id: 'filter', title: say('search'), keys: '/', run: () => document.getElementById('board-filter')?.focus() },
        { id: 'next-view', title: say('nextView'), keys: 'v', run: () => board.setView(views[(views.indexOf(board.view) + 1) % views.length]) },
    ])
}
