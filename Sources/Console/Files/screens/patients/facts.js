// What one has to know of a patient at a glance.
import { get, post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, date, money, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Button, DateInput, Dialog, Field, Menu, Skeleton, Status, toast } from '../../core/ui.js'
import { attempt } from './attempt.js'
import { services } from './lookups.js'
import { past, recallsOf, upcoming } from './visits-of.js'
import { say } from './words.js'

/**
 * One fact.
 * @param {{label: string, children?: any, tone?: string}} props
 */
function Fact({ label, children, tone = '' }) {
    return html`<div class=${`patients-fact ${tone}`}><dt>${label}</dt><dd>${children}</dd></div>`
}

/**
 * A visit in short.
 * @param {{visit: any, isNext?: boolean}} props
 */
function Visit({ visit, isNext }) {
    return html`<strong class="number">${date(visit.date, 'long')}${visit.date.slice(0, 4) === today().slice(0, 4) ? '' : ` ${visit.date.slice(0, 4)}`}${isNext ? `, ${time(visit.start)}` : ''}</strong>
        <span class="small">${visit.service_name} · <bdi>${visit.doctor_name}</bdi></span>
        <span><${Status} status=${visit.status} /></span>`
}

/** @param {{patient: any, visits: any, role: string, turn: number, onTab: (id: string) => void, onBook: (what: any) => void}} props */
export function Facts({ patient, visits, role, turn, onTab, onBook }) {
    const isDesk = role === 'receptionist' || role === 'admin'
    const { id } = patient
    const balance = useLoad(async () => (isDesk ? get(`/patients/${id}/balance`) : null), [id, isDesk, turn])
    const form = useLoad(() => get(`/patients/${id}/history-form-status`), [id, turn])
    const offered = useLoad(services, [])
    const rows = visits.data
    const next = rows && upcoming(rows)[0]
    const last = rows && past(rows).find((one) => one.status === 'completed' || one.status === 'no_show')
    const missed = rows ? past(rows).filter((one) => one.status === 'no_show').length : 0
    const recalls = rows && offered.data ? recallsOf(rows, offered.data) : null
    const wait = html`<${Skeleton} rows=${1} />`
    return html`<dl class="patients-glance">
        <${Fact} label=${say('nextVisit')}>${next ? html`<${Visit} visit=${next} isNext />` : visits.error ? say('notRead') : rows ? html`<span class="muted">${say('noneVisit')}</span>` : wait}<//>
        <${Fact} label=${say('lastVisit')}>${last ? html`<${Visit} visit=${last} />` : visits.error ? say('notRead') : rows ? html`<span class="muted">${say('noneVisit')}</span>` : wait}
            ${missed > 0 && html`<span class="small patients-bad">${say('missed', { count: missed })}</span>`}<//>
        ${isDesk && html`<${Fact} label=${say('balance')} tone=${balance.data?.open.amount > 0 ? 'patients-owed' : ''}>${balance.data ? html`<${Balance} value=${balance.data} patient=${patient} />` : balance.error ? say('notRead') : wait}<//>`}
        <${Fact} label=${say('form')}>${form.data ? html`${form.data.form_due ? html`<span><${Badge} tone="warn" icon="warning">${say('formDue')}<//></span>` : html`<span><${Badge} tone="good" icon="check">${say('formValid')}<//></span>`}
            <span class="small muted">${form.data.valid_until ? say(form.data.form_due ? 'formEnded' : 'formUntil', { day: date(form.data.valid_until) }) : say('formNever')}</span>
            <${Button} small kind="quiet" onClick=${() => onTab('forms')}>${form.data.form_due ? say('fillNow') : say('show')}<//>` : form.error ? say('notRead') : wait}<//>
        <${Fact} label=${say('recalls')}>${recalls ? recalls.length ? recalls.map((one) => html`<${Recall} key=${one.service.id} recall=${one} patient=${patient} isDesk=${isDesk} onBook=${onBook} />`) : html`<span class="muted">${say('noneVisit')}</span>` : wait}<//>
        <${Fact} label=${say('deskNote')} tone="patients-fact-note">${patient.note ? html`<span class="patients-lines">${patient.note}</span>` : html`<span class="muted">${say('noneNote')}</span>`}<//>
    </dl>`
}

/** @param {{value: any, patient: any}} props */
function Balance({ value, patient }) {
    return html`<strong class="number">${money(value.open)}</strong><span class="small">${value.open.amount > 0 ? say('isOpen') : say('nothingOpen')}</span>
        ${value.with_payers?.amount > 0 && html`<span class="small">${say('withPayers', { sum: money(value.with_payers) })}</span>`}
        ${value.credit.amount > 0 && html`<span class="small patients-good">${say('credit', { sum: money(value.credit) })}</span>`}
        ${value.open.amount > 0 && html`<${Button} small kind="quiet" onClick=${() => go('money', { patientId: patient.id, patient })}>${say('toMoney')}<//>`}`
}

/** @param {{recall: any, patient: any, isDesk: boolean, onBook: (what: any) => void}} props */
function Recall({ recall, patient, isDesk, onBook }) {
    const [pausing, setPausing] = useState(false)
    const [told, setTold] = useState(/** @type {any} */ (null))
    const isDue = recall.due <= today()
    const path = `/recalls/${patient.id}/${recall.service.id}`
    const remind = async (/** @type {string} */ channel) => {
        setTold(await post(`${path}/reminders`, { channel }))
        toast(say('reminded'))
    }
    return html`<div class="patients-recall"><span><${Badge} tone=${isDue ? 'warn' : 'neutral'}>${recall.service.name}<//> <span class="small">${say(isDue ? 'dueSince' : 'dueFrom', { day: date(recall.due) })}</span></span>
        ${told?.paused_until && html`<span class="small muted">${say('pausedUntil', { day: date(told.paused_until) })}</span>`}
        ${told?.reminders.length > 0 && html`<span class="small muted">${say('remindedTimes', { count: told.reminders.length })}</span>`}
        ${isDesk && html`<${Menu} small kind="quiet" label=${say('recallSteps')} items=${[
            { label: say('bookRecall'), run: () => onBook({ serviceId: recall.service.id }) },
            ...['phone', 'email', 'message', 'letter'].map((channel) => ({ label: say('remindedBy', { channel: say(/** @type {any} */ (`by_${channel}`)) }), run: () => attempt(() => remind(channel)) })),
            { label: say('pauseRecall'), run: () => setPausing(true) },
        ]} />`}
        ${pausing && html`<${Pause} path=${path} onClose=${() => setPausing(false)} onDone=${(answer) => (setTold(answer), setPausing(false))} />`}</div>`
}

/** @param {{path: string, onClose: () => void, onDone: (answer: any) => void}} props */
function Pause({ path, onClose, onDone }) {
    const [until, setUntil] = useState(addDays(today(), 90))
    return html`<${Dialog} title=${say('pauseRecall')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" disabled=${!until} onClick=${async () => onDone(await put(`${path}/pause`, { until }))}>${say('pauseRecall')}<//>`}>
        <${Field} label=${say('pauseUntil')}><${DateInput} value=${until} onChange=${setUntil} min=${today()} /><//><//>`
}
