// The visit that is being moved, and where to: watched by the parts that draw it, so that the whole calendar is not
// drawn again with each movement of the pointer.
import { onForget } from '../../core/forget.js'
import { signal } from '../../core/signal.js'

/**
 * @typedef {import('../board/model.js').Visit} Visit
 * @typedef {{visit: Visit, how: 'drag'|'keys'|'click'}} Moving
 * @typedef {{column: import('./model.js').Column, minute: number, minutes: number, start: string, end: string}} Target
 * @typedef {{kind: string, text: string, hard?: boolean, visits?: Visit[]}} Finding
 * @typedef {{target: Target, findings: Finding[], checking: boolean}} Verdict
 */

/** @type {ReturnType<typeof signal<Moving|null>>} */
export const moving = signal(/** @type {Moving|null} */ (null))
/** @type {ReturnType<typeof signal<Target|null>>} */
export const aim = signal(/** @type {Target|null} */ (null))
/** @type {ReturnType<typeof signal<Verdict|null>>} */
export const verdict = signal(/** @type {Verdict|null} */ (null))
/** Whether the pointer is over the pinboard while a visit is dragged. */
export const overPins = signal(false)

/** Ends a move. */
export function putDown() {
    moving.set(null)
    aim.set(null)
    verdict.set(null)
    overPins.set(false)
}
onForget(putDown)
