import { del, post } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, today } from '../../core/format.js'
import { Badge, Button, IconButton, toast } from '../../core/ui.js'
import { ChoicesField, DateField, FormFrame, NumberField, orNull, SelectField, TextField, useForm } from './form.js'
import { dayName, Shifts, weekdayOptions } from './hours.js'
import { say } from './words.js'

/** @type {Record<string, any>} */
const tones = { closed: 'bad', other: 'info', extra: 'good' }

/**
 * Hours that differ from the ordinary week on some dates: of the clinic, or of one person.
 * @param {{list: any[], path: string, withReason?: boolean, onChanged: (answer: any) => any}} props
 */
export function SpecialHours({ list, path, withReason, onChanged }) {
    const form = useForm({ first_day: today(), last_day: today(), weekdays: [], every_weeks: 1, effect: 'other', shifts: [{ start: '08:00', end: '12:00' }], reason: '' })
    const { value } = form
    const add = async () => {
        const body = {
            first_day: value.first_day, last_day: value.last_day, effect: value.effect, every_weeks: value.every_weeks || 1,
            ...(value.weekdays.length ? { weekdays: value.weekdays } : {}), ...(value.effect === 'closed' ? {} : { shifts: value.shifts }),
            ...(withReason && orNull(value.reason) ? { reason: value.reason.trim() } : {}),
        }
        /** @type {any} */
        let answer
        if (await form.submit(async () => (answer = await post(path, body, { key: form.key(body) })), say('specialAdded'))) await onChanged(answer)
    }
    const remove = async (/** @type {any} */ one) => {
        const answer = await del(`${path}/${one.id}`)
        toast(say('removed'))
        await onChanged(answer)
    }
    return html`${list.length ? html`<ul class="bare admin-list">${list.map((one) => html`<li key=${one.id}><span><${Badge} tone=${tones[one.effect]}>${say(one.effect)}<//> <span class="number">${date(one.first_day)}${one.last_day !== one.first_day ? ` – ${date(one.last_day)}` : ''}</span>
                <span class="muted"> ${one.weekdays?.length ? one.weekdays.map((/** @type {number} */ day) => dayName(day, 'short')).join(' ') : say('everyDay')}${one.every_weeks > 1 ? ` · ${say('everyNWeeks', { count: one.every_weeks })}` : ''}</span>
                <span class="number"> ${one.shifts.map((/** @type {any} */ shift) => `${shift.start}–${shift.end}`).join(', ')}</span>${one.reason && html` <span class="muted">${one.reason}</span>`}</span>
            <${IconButton} name="close" label=${`${say('remove')}: ${date(one.first_day)}`} onClick=${() => remove(one)} /></li>`)}</ul>` : html`<p class="muted">${say('noSpecial')}</p>`}
        <h3>${say('addSpecial')}</h3>
        <${FormFrame} form=${form} onSubmit=${add}><div class="admin-grid"><${DateField} form=${form} name="first_day" label=${say('firstDay')} /><${DateField} form=${form} name="last_day" label=${say('lastDay')} min=${value.first_day} />
                <${SelectField} form=${form} name="effect" label=${say('effect')} options=${['closed', 'other', 'extra'].map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} />
                <${NumberField} form=${form} name="every_weeks" label=${say('everyWeeks')} min=${1} max=${52} /></div>
            <${ChoicesField} form=${form} name="weekdays" label=${say('weekdays')} hint=${say('weekdaysHint')} options=${weekdayOptions()} />
            ${value.effect !== 'closed' && html`<div class="field"><span class="label">${say('shifts')}</span><${Shifts} form=${form} name="shifts" /></div>`}
            ${withReason && html`<${TextField} form=${form} name="reason" label=${say('reason')} hint=${say('reasonPublic')} autocomplete="off" />`}
            <div class="row"><${Button} kind="primary" onClick=${add}>${say('add')}<//></div><//>`
}
