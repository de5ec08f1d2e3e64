// Treatment plans: what was proposed, the patient's answer, and what is done.
import { openDocument, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, money } from '../../core/format.js'
import { Badge, Button, Card, Dialog, Empty, Failure, Field, Input, Menu, ProblemText, Segmented, Skeleton, problemText, toast } from '../../core/ui.js'
import { Propose } from './propose.js'
import { facesText, tooth as toothOf } from './teeth.js'
import { say } from './words.js'

const tones = { proposed: 'info', accepted: 'good', declined: 'bad', cancelled: 'neutral', revised: 'neutral' }
const itemTones = { proposed: 'info', accepted: 'violet', scheduled: 'accent', done: 'good', billed: 'good', declined: 'bad', cancelled: 'neutral' }

/**
 * @param {{plans: {data?: any[], error: any, reload: () => Promise<void>}, patientId: string, mayTreat?: boolean, proposing: any, onProposing: (next: any) => void, selected?: number|null, onSelect?: (tooth: number) => void, findings?: any[], onBook?: (what: any) => void}} props
 */
export function Plans({ plans, patientId, mayTreat, proposing, onProposing, selected, onSelect, findings = [], onBook }) {
    const [all, setAll] = useState(false)
    const [asks, setAsks] = useState(/** @type {{plan: any, step: 'accept'|'decline'|'cancel'}|null} */ (null))
    const list = plans.data || []
    const current = list.filter((plan) => plan.status === 'proposed' || plan.status === 'accepted')
    const shown = all ? list : current
    const step = async (/** @type {any} */ plan, /** @type {string} */ path, /** @type {any} */ word, /** @type {any} */ body) => {
        try {
            await post(`/treatment-plans/${plan.id}/${path}`, body)
            const back = path.endsWith('/done') ? path.replace(/done$/, 'not-done') : path.replace(/not-done$/, 'done')
            toast(say(word), { action: { label: say('undo'), run: () => post(`/treatment-plans/${plan.id}/${back}`).then(plans.reload, (error) => toast(problemText(error), { tone: 'bad' })) } })
        } catch (error) {
            toast(problemText(error), { tone: 'bad' })
        }
        await plans.reload()
    }
    return html`<${Card} title=${say('plans')} actions=${mayTreat && html`<${Button} small icon="plus" keys="Shift+p" onClick=${() => onProposing({})}>${say('propose')}<//>`}>
        ${plans.error && !plans.data ? html`<${Failure} error=${plans.error} retry=${plans.reload} />` : !plans.data ? html`<${Skeleton} rows=${3} />` : !list.length ? html`<${Empty} title=${say('noPlans')} />` : null}
        ${shown.map((plan) => html`<${Plan} key=${plan.id} plan=${plan} mayTreat=${mayTreat} selected=${selected} onSelect=${onSelect} step=${step} onBook=${onBook} onAsk=${setAsks} onRevise=${() => onProposing({ plan })} />`)}
        ${list.length > current.length && html`<div><${Button} small kind="quiet" onClick=${() => setAll(!all)}>${all ? say('onlyCurrent') : say('allPlans', { count: list.length - current.length })}<//></div>`}
        ${proposing && html`<${Propose} patientId=${patientId} item=${proposing.item} plan=${proposing.plan} findings=${findings} onClose=${() => onProposing(null)} onDone=${() => (onProposing(null), plans.reload())} />`}
        ${asks && html`<${Answer} ...${asks} onClose=${() => setAsks(null)} onDone=${() => (setAsks(null), plans.reload())} />`}<//>`
}

/** @param {{plan: any, mayTreat?: boolean, selected?: number|null, onSelect?: (tooth: number) => void, step: any, onBook?: (what: any) => void, onAsk: (asks: any) => void, onRevise: () => void}} props */
function Plan({ plan, mayTreat, selected, onSelect, step, onBook, onAsk, onRevise }) {
    const isOpen = plan.status === 'proposed' || plan.status === 'accepted'
    const items = [
        plan.status === 'proposed' && { label: say('accept'), run: () => onAsk({ plan, step: 'accept' }) }, plan.status === 'proposed' && { label: say('decline'), run: () => onAsk({ plan, step: 'decline' }) },
        mayTreat && isOpen && { label: say('revise'), run: onRevise },
        { label: say('asPDF'), run: () => openDocument(`/treatment-plans/${plan.id}/pdf`).catch((error) => toast(problemText(error), { tone: 'bad' })) },
        mayTreat && isOpen && { label: say('cancelPlan'), danger: true, run: () => onAsk({ plan, step: 'cancel' }) },
    ]
    return html`<article class="chart-plan" aria-label=${plan.title || say('plan')}><div class="row spread"><div class="row"><h3>${plan.title || say('plan')}</h3><${Badge} tone=${tones[plan.status]}>${say(/** @type {any} */ (`plan_${plan.status}`))}<//>
                <span class="small muted">${date(plan.proposed_on)}${plan.revision > 1 ? ` · ${say('revision', { number: plan.revision })}` : ''}</span></div>
            <div class="row">${plan.status === 'proposed' && html`<${Button} small onClick=${() => onAsk({ plan, step: 'accept' })}>${say('accept')}<//>`}<${Menu} small kind="quiet" icon="more" label="" ariaLabel=${say('stepsOf', { name: plan.title || say('plan') })} items=${items} /></div></div>
        ${plan.reason && html`<p class="small muted">${plan.reason}</p>`}
        ${plan.phases.map((phase, at) => html`<div class="chart-phase" key=${at}><h4>${at + 1}. ${phase}</h4><ul class="bare">${plan.items.filter((item) => item.phase === at + 1).map((item) => html`<${Item} key=${item.id} item=${item} plan=${plan} mayTreat=${mayTreat} selected=${selected} onSelect=${onSelect} step=${step} onBook=${onBook} />`)}</ul></div>`)}
        <p class="small muted row">${plan.fees.agreed.amount > 0 && html`<span>${say('agreed', { sum: money(plan.fees.agreed) })}</span>`}${plan.fees.to_bill.amount > 0 && html`<span>${say('toBill', { sum: money(plan.fees.to_bill) })}</span>`}${plan.fees.billed.amount > 0 && html`<span>${say('billed', { sum: money(plan.fees.billed) })}</span>`}</p></article>`
}

/** @param {{item: any, plan: any, mayTreat?: boolean, selected?: number|null, onSelect?: (tooth: number) => void, step: any, onBook?: (what: any) => void}} props */
function Item({ item, plan, mayTreat, selected, onSelect, step, onBook }) {
    const isDone = item.status === 'done' || item.status === 'billed'
    const mayDo = mayTreat && (item.status === 'accepted' || item.status === 'scheduled')
    const faces = item.tooth ? facesText(toothOf(item.tooth), item.surfaces) : ''
    return html`<li class=${`chart-item ${item.tooth && item.tooth === selected ? 'chart-item-selected' : ''} ${item.status === 'declined' || item.status === 'cancelled' ? 'chart-item-off' : ''}`}>
        ${item.tooth ? html`<button type="button" class="chart-item-tooth number" aria-label=${say('showTooth', { tooth: item.tooth })} disabled=${!onSelect} onClick=${() => onSelect?.(item.tooth)}>${item.tooth}</button>` : html`<span class="chart-item-tooth"></span>`}
        <span class="grow">${item.alternative ? html`<${Badge}>${say('alternative', { letter: 'ABCDEFGHIJ'[item.alternative - 1] || item.alternative })}<//> ` : ''}${item.service_name} ${faces}
            ${item.note && html`<span class="small muted chart-item-note">${item.note}</span>`}</span>
        <span class="small number">${money(item.fee)}</span>
        <${Badge} tone=${itemTones[item.status]}>${say(/** @type {any} */ (`item_${item.status}`))}${item.done_on ? ` ${date(item.done_on)}` : ''}<//>
        ${onBook && item.status === 'accepted' && html`<${Button} small icon="calendar" aria-label=${say('bookItem', { name: item.service_name })} title=${say('bookItem', { name: item.service_name })} onClick=${() => onBook({ serviceId: item.service_id, treatmentItems: [{ treatment_plan_id: plan.id, item_id: item.id }] })} />`}
        ${mayDo && html`<${Button} small icon="check" aria-label=${say('markItemDone', { name: item.service_name })} onClick=${() => step(plan, `items/${item.id}/done`, 'nowDone')}>${say('done')}<//>`}
        ${mayTreat && isDone && item.status === 'done' && html`<${Button} small kind="quiet" icon="undo" aria-label=${say('markNotDone', { name: item.service_name })} title=${say('notDone')} onClick=${() => step(plan, `items/${item.id}/not-done`, 'nowNotDone')} />`}</li>`
}

/**
 * The patient's answer, with the choice of each phase that has alternatives; or the end of a plan.
 * @param {{plan: any, step: 'accept'|'decline'|'cancel', onClose: () => void, onDone: () => any}} props
 */
function Answer({ plan, step, onClose, onDone }) {
    const phases = plan.phases.map((name, at) => ({ name, phase: at + 1, alternatives: [...new Set(plan.items.filter((item) => item.phase === at + 1 && item.alternative).map((item) => item.alternative))].sort() })).filter((one) => one.alternatives.length)
    const [choices, setChoices] = useState(() => Object.fromEntries(phases.map((one) => [one.phase, one.alternatives[0]])))
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const send = async () => {
        try {
            await post(`/treatment-plans/${plan.id}/${step}`, step === 'accept' ? { choices: phases.map((one) => ({ phase: one.phase, alternative: choices[one.phase] })) } : reason.trim() ? { reason: reason.trim() } : {})
            toast(say(/** @type {any} */ (`${step}Done`)))
            await onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    const title = say(step === 'cancel' ? 'cancelPlan' : step)
    const sum = (/** @type {number} */ phase, /** @type {number} */ alternative) => plan.items.filter((item) => item.phase === phase && item.alternative === alternative)
    return html`<${Dialog} title=${`${title}: ${plan.title || say('plan')}`} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind=${step === 'accept' ? 'primary' : 'danger'} disabled=${step === 'cancel' && !reason.trim()} onClick=${send}>${title}<//>`}>
        <p>${say(/** @type {any} */ (`${step}Text`))}</p>
        ${step === 'accept' ? phases.map((one) => html`<div class="stack tight"><strong>${one.phase}. ${one.name}</strong><${Segmented} label=${one.name} value=${choices[one.phase]} onChange=${(value) => setChoices({ ...choices, [one.phase]: value })}
                options=${one.alternatives.map((value) => ({ value, label: `${'ABCDEFGHIJ'[value - 1] || value}: ${sum(one.phase, value).map((item) => item.service_name).join(' + ')}` }))} /></div>`)
            : html`<${Field} label=${say(step === 'cancel' ? 'why' : 'reasonOptional')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//>`}
        <${ProblemText} problem=${problem} /><//>`
}
