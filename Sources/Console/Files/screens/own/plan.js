// One plan: its parts, the choice between alternatives, accepting and declining.
import { openDocument, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { go } from '../../core/router.js'
import { Badge, Field, TextArea, toast } from '../../core/ui.js'
import { Sure } from '../../pages/sure.js'
import { Act } from './act.js'
import { say } from './words-records.js'

/** @param {any[]} items */
const sum = (items) => ({ amount: items.reduce((total, one) => total + one.fee.amount, 0), currency: items[0]?.fee.currency || 'EUR' })

/** @param {{plan: any, canAct: boolean, onChanged: () => any}} props */
export function Plan({ plan, canAct, onChanged }) {
    const [choices, setChoices] = useState(/** @type {Record<number, number>} */ (Object.fromEntries(plan.choices.map((/** @type {any} */ one) => [one.phase, one.alternative]))))
    const [asked, setAsked] = useState('')
    const [reason, setReason] = useState('')
    const isOpen = plan.status === 'proposed'
    const phases = plan.phases.map((/** @type {string} */ name, /** @type {number} */ index) => phaseOf(plan, name, index + 1))
    const missing = phases.some((/** @type {any} */ one) => one.alternatives.length && !choices[one.number])
    const taken = plan.items.filter((/** @type {any} */ one) => !one.alternative || choices[one.phase] === one.alternative)
    const answer = async (/** @type {string} */ kind, /** @type {any} */ body) => {
        await post(`/patient/treatment-plans/${plan.id}/${kind}`, body)
        setAsked('')
        toast(say(kind === 'accept' ? 'acceptDone' : 'declineDone'))
        await onChanged()
    }
    return html`<div class="stack">${phases.map((/** @type {any} */ phase) => html`<section class="stack own-phase" key=${phase.number}><h3 dir="auto">${phase.name}</h3>
            <${Items} items=${phase.always} plan=${plan} canAct=${canAct} />
            ${phase.alternatives.length > 0 && html`<fieldset class="own-choices"><legend>${say('choose')}</legend>${phase.alternatives.map((/** @type {any} */ one) => html`<label class=${`own-alternative ${choices[phase.number] === one.number ? 'chosen' : ''}`} key=${one.number}>
                <input type="radio" name=${plan.id + phase.number} checked=${choices[phase.number] === one.number} disabled=${!isOpen || !canAct} onChange=${() => setChoices({ ...choices, [phase.number]: one.number })} />
                <span class="grow"><span class="row spread"><strong>${say('choice', { count: one.number })}</strong><strong class="number">${money(sum(one.items))}</strong></span><${Items} items=${one.items} plan=${plan} canAct=${canAct} /></span></label>`)}</fieldset>`}</section>`)}
        <p class="row spread own-sum"><strong>${say(plan.status === 'accepted' ? 'agreed' : 'total')}</strong><strong class="number">${missing ? '…' : money(sum(taken))}</strong></p><p class="muted small">${say('withoutTax')}</p>
        <div class="own-actions">${isOpen && canAct && html`<${Act} kind="primary" icon="check" onClick=${() => (missing ? toast(say('needChoice'), { tone: 'bad' }) : setAsked('accept'))}>${say('accept')}<//><${Act} onClick=${() => setAsked('decline')}>${say('decline')}<//>`}
            <${Act} kind="quiet" icon="download" onClick=${() => openDocument(`/patient/treatment-plans/${plan.id}/pdf`)}>${say('pdf')}<//></div>
        ${asked === 'accept' && html`<${Sure} title=${say('sureAccept')} text=${say('sureAcceptText', { sum: money(sum(taken)) })} keep=${say('undecided')} confirm=${say('accept')} onClose=${() => setAsked('')}
            onConfirm=${() => answer('accept', { choices: Object.entries(choices).map(([phase, alternative]) => ({ phase: Number(phase), alternative })) })} />`}
        ${asked === 'decline' && html`<${Sure} title=${say('sureDecline')} keep=${say('undecided')} confirm=${say('decline')} danger onClose=${() => setAsked('')} onConfirm=${() => answer('decline', reason.trim() ? { reason: reason.trim() } : {})}>
            <${Field} label=${say('whyDecline')}><${TextArea} maxLength="500" dir="auto" value=${reason} onInput=${setReason} /><//><//>`}</div>`
}

/** @param {any} plan @param {string} name @param {number} number */
function phaseOf(plan, name, number) {
    const items = plan.items.filter((/** @type {any} */ one) => one.phase === number)
    const numbers = [...new Set(items.map((/** @type {any} */ one) => one.alternative).filter(Boolean))].sort()
    return { name, number, always: items.filter((/** @type {any} */ one) => !one.alternative), alternatives: numbers.map((alternative) => ({ number: alternative, items: items.filter((/** @type {any} */ one) => one.alternative === alternative) })) }
}

/** @param {{items: any[], plan: any, canAct: boolean}} props */
function Items({ items, plan, canAct }) {
    return html`<ul class="bare own-items">${items.map((one) => html`<li key=${one.id}><span class="row spread"><span>${one.service_name}${one.tooth ? html` <span class="muted">${say('tooth', { count: one.tooth })}${one.surfaces?.length ? ` ${one.surfaces.join('')}` : ''}</span>` : ''}</span><span class="number">${money(one.fee)}</span></span>
        ${one.note && html`<small class="muted" dir="auto">${one.note}</small>`}
        ${one.status !== 'proposed' && html`<span class="row"><${Badge} tone=${one.status === 'done' || one.status === 'billed' ? 'good' : one.status === 'scheduled' ? 'info' : 'neutral'}>${say(/** @type {any} */ (`item_${one.status}`))}<//>
            ${one.status === 'accepted' && canAct && html`<${Act} small kind="quiet" icon="calendar" onClick=${() => go('own-visits/book', { serviceID: one.service_id, items: [{ treatment_plan_id: plan.id, item_id: one.id }] })}>${say('bookItem')}<//>`}</span>`}</li>`)}</ul>`
}
