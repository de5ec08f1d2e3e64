import { del, post } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, today } from '../../core/format.js'
import { Button, IconButton, toast } from '../../core/ui.js'
import { CheckField, DateField, FormFrame, orNull, TextField, TimeField, useForm } from './form.js'
import { say } from './words.js'

/** A wall-clock time as people read it; a midnight is the day alone. @param {string} at @param {boolean} [end] */
function wallText(at, end) {
    const [day, clock = '00:00'] = at.split('T')
    if (clock.slice(0, 5) !== '00:00') return `${date(day)} ${clock.slice(0, 5)}`
    return end ? date(new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)) : date(day)
}

/** When somebody is away. @param {{member: any, onChanged: (answer: any) => any}} props */
export function TimeOff({ member, onChanged }) {
    const form = useForm({ first: today(), last: today(), whole: true, begins: '08:00', ends: '12:00', reason: '' })
    const { value } = form
    const add = async () => {
        const body = {
            start: value.whole ? value.first : `${value.first}T${value.begins}`, end: value.whole ? value.last : `${value.last}T${value.ends}`,
            ...(orNull(value.reason) ? { reason: value.reason.trim() } : {}),
        }
        /** @type {any} */
        let answer
        if (await form.submit(async () => (answer = await post(`/staff/${member.id}/time-off`, body, { key: form.key(body) })), say('timeOffAdded'))) await onChanged(answer)
    }
    const remove = async (/** @type {any} */ one) => {
        const answer = await del(`/staff/${member.id}/time-off/${one.id}`)
        toast(say('removed'))
        await onChanged(answer)
    }
    const list = [...member.time_off].sort((a, b) => a.start.localeCompare(b.start))
    return html`${list.length ? html`<ul class="bare admin-list">${list.map((one) => html`<li key=${one.id}><span class="number">${wallText(one.start)} – ${wallText(one.end, true)} ${one.reason && html`<span class="muted">${one.reason}</span>`}</span>
            <${IconButton} name="close" label=${`${say('remove')}: ${wallText(one.start)}`} onClick=${() => remove(one)} /></li>`)}</ul>` : html`<p class="muted">${say('noTimeOff')}</p>`}
        <h3>${say('addTimeOff')}</h3>
        <${FormFrame} form=${form} onSubmit=${add}><div class="admin-grid"><${DateField} form=${form} name="first" label=${say('from')} /><${DateField} form=${form} name="last" label=${say('until')} min=${value.first} />
            ${!value.whole && html`<${TimeField} form=${form} name="begins" label=${`${say('startTime')} (${say('from')})`} /><${TimeField} form=${form} name="ends" label=${`${say('startTime')} (${say('until')})`} />`}
            <${TextField} form=${form} name="reason" label=${say('reason')} autocomplete="off" /></div>
            <${CheckField} form=${form} name="whole" label=${say('wholeDays')} hint=${say('timeOffHint')} />
            <div class="row"><${Button} kind="primary" onClick=${add}>${say('add')}<//></div><//>`
}
