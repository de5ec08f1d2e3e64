import { html, useState } from '../../core/dom.js'
import { date, dayOf, time, today } from '../../core/format.js'
import { Button, Dialog, PersonName, ProblemText } from '../../core/ui.js'
import { FreeTimes } from '../booking/why.js'
import { mayGoTo } from './model.js'
import { move } from './send.js'
import { say } from './words.js'

/**
 * The next free times for a visit, to move it there.
 * @param {{visit: import('../board/model.js').Visit, onDone: () => void, onClose: () => void}} props
 */
export function NextTimes({ visit, onDone, onClose }) {
    const { appointment: a } = visit
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const send = async (/** @type {any} */ slot) => {
        try {
            await move(visit, { start: slot.start, end: slot.end, doctorId: slot.doctor_id, doctorName: slot.doctor_name })
            onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    const start = a.date < today() ? new Date().toISOString() : a.start
    return html`<${Dialog} title=${say('nextTitle')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('leaveIt')}<//>`}>
        <p><strong><${PersonName} person=${visit.patient} /></strong> · ${a.service_name} · <span class="number">${date(dayOf(a.start), 'long')}, ${time(a.start)}</span></p>
        <${FreeTimes} focuses serviceId=${a.service_id} start=${start} alternatives=${problem?.body?.alternatives} onPick=${send} showsReasons=${false} skip=${(/** @type {any} */ slot) => !mayGoTo(a, slot.start) || Date.parse(slot.start) === Date.parse(a.start) && slot.doctor_id === a.doctor_id} /><${ProblemText} problem=${problem} /><//>`
}
