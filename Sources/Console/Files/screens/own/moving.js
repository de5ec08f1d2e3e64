// Moving a visit to another time.
import { post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime, today } from '../../core/format.js'
import { go } from '../../core/router.js'
import { Button, Checkbox, toast } from '../../core/ui.js'
import { Alternatives, TimeChooser } from '../../pages/chooser.js'
import { explain } from '../../pages/problems.js'
import { Sure } from '../../pages/sure.js'
import { lastDay, loaders } from './slots.js'
import { isolated, Own, useWho } from './who.js'
import { say } from './words.js'

/** @param {{visit: any}} props */
export function Moving({ visit }) {
    const who = useWho()
    const [isSame, setSame] = useState(true)
    const [wanted, setWanted] = useState(/** @type {any} */ (null))
    const [near, setNear] = useState(/** @type {any[]|null} */ (null))
    const [error, setError] = useState('')
    const [turn, setTurn] = useState(0)
    const query = { service_id: visit.service_id, ...(isSame ? { doctor_id: visit.doctor_id } : {}), ...who.query }
    const move = async () => {
        setError('')
        try {
            await post(`/appointments/${visit.id}/reschedule`, { start: wanted.start, ...(wanted.doctor_id ? { doctor_id: wanted.doctor_id } : {}) })
            toast(say('moveDone'))
            go('own-visits')
        } catch (problem) {
            setWanted(null)
            if (problem instanceof Problem && problem.body.alternatives) setNear(problem.body.alternatives)
            else setError(explain(problem))
            setTurn(turn + 1)
        }
    }
    return html`<${Own} title=${say('moveTitle')} actions=${html`<${Button} kind="quiet" icon="left" onClick=${() => go('own-visits')}>${say('keep')}<//>`}>
        <section class="card stack"><p><strong>${visit.service_name}</strong><br />${say('moveNow', { when: dateTime(visit.start) })}</p>
            <${Checkbox} checked=${isSame} onChange=${setSame}>${say('sameDoctor', { doctor: isolated(visit.doctor_name) })}<//></section>
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}${near && html`<${Alternatives} alternatives=${near} onChoose=${setWanted} />`}
        <${TimeChooser} key=${String(isSame)} first=${today()} last=${lastDay()} ...${loaders(query)} turn=${turn} chosen=${wanted?.start} onChoose=${(/** @type {any} */ slot) => (setNear(null), setWanted(slot))} />
        ${wanted && html`<${Sure} title=${say('sureMove')} keep=${say('back')} confirm=${say('move')} onClose=${() => setWanted(null)} onConfirm=${move}>
            <p><s class="muted">${dateTime(visit.start)}</s><br /><strong class="page-when">${dateTime(wanted.start)}</strong>${wanted.doctor_name && html`<br /><bdi>${wanted.doctor_name}</bdi>`}</p><//>`}<//>`
}
