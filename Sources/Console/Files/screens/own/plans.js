// Treatment plans: what the clinic proposes, and the patient's answer.
import { html } from '../../core/dom.js'
import { date } from '../../core/format.js'
import { Badge } from '../../core/ui.js'
import { Paged } from './pages.js'
import { Plan } from './plan.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** @type {Record<string, [any, any]>} */
const states = { proposed: ['planProposed', 'warn'], accepted: ['planAccepted', 'good'], declined: ['planDeclined', 'neutral'], cancelled: ['planCancelled', 'neutral'], revised: ['planRevised', 'neutral'] }

export function Plans() {
    const who = useWho()
    return html`<${Paged} path="/patient/treatment-plans" query=${who.query} icon="tooth" row=${(/** @type {any} */ plan, /** @type {any} */ reload) => {
        const [text, tone] = states[plan.status] || ['planCancelled', 'neutral']
        return html`<article class="card stack"><div class="row spread"><h2 dir="auto">${plan.title || say('treatment_plan')}</h2><${Badge} tone=${tone}>${say(text)}<//></div>
            <p class="muted small">${say('proposedOn', { day: date(plan.proposed_on) })}${plan.revision > 1 ? ` · ${say('version', { count: plan.revision })}` : ''}${plan.answered_on ? ` · ${say('answeredOn', { day: date(plan.answered_on) })}` : ''}</p>
            ${plan.status === 'revised' ? null : html`<${Plan} plan=${plan} canAct=${who.canAct} onChanged=${reload} />`}</article>`
    }} />`
}
