import { html } from '../../core/dom.js'
import { date, dayOf, time } from '../../core/format.js'
import { useSignal } from '../../core/signal.js'
import { Button, Icon, PersonName } from '../../core/ui.js'
import { columnLabel } from './grid.js'
import { clock } from './hours.js'
import { aim, moving, overPins, verdict } from './state.js'
import { say } from './words.js'

/**
 * Says where a picked-up visit would go and what that would break.
 * @param {{onDrop: () => any, onCancel: () => void, onPin: () => void, onNext: () => void}} props
 */
export function MoveBar({ onDrop, onCancel, onPin, onNext }) {
    const lifted = useSignal(moving)
    const target = useSignal(aim)
    const seen = useSignal(verdict)
    const isOverPins = useSignal(overPins)
    if (!lifted) return null
    const { appointment: a, patient } = lifted.visit
    const findings = target && seen?.target === target ? seen.findings : []
    const isHard = findings.some((one) => one.hard)
    const tone = isHard ? 'bad' : findings.length ? 'warn' : 'good'
    const where = target ? `${columnLabel(target.column)}, ${date(target.column.day, 'long')}, ${clock(target.start)}–${clock(target.end)}` : ''
    return html`<div class=${`cal-movebar ${target ? tone : ''}`} role="region" aria-label=${say('movingLabel')}>
        <div class="grow"><div class="row"><${Icon} name="calendar" /><strong><${PersonName} person=${patient} /></strong><span class="muted small number">${a.service_name} · ${date(dayOf(a.start), 'long')} ${time(a.start)}</span></div>
            <div role="status" aria-live="polite">${isOverPins ? say('dropOnPins') : target ? html`<span class="number">${where}</span>: ${findings.length ? html`<span class="cal-why"><${Icon} name="warning" />${findings.map((one) => one.text).join(' · ')}</span>` : seen?.checking ? say('checking') : html`<span class="cal-fine"><${Icon} name="check" />${say('fine')}</span>`}` : say('chooseTarget')}</div>
            <div class="muted small cal-hint">${lifted.how === 'drag' ? say('dragHint') : say('moveHint')}</div></div>
        ${lifted.how !== 'drag' && html`<div class="row"><${Button} kind="primary" keys="Enter" disabled=${!target} onClick=${onDrop}>${say('drop')}<//><${Button} keys="f" onClick=${onNext}>${say('nextFree')}<//>
            <${Button} icon="pin" onClick=${onPin}>${say('pin')}<//><${Button} kind="quiet" keys="Escape" onClick=${onCancel}>${say('cancelMove')}<//></div>`}</div>`
}
