import { del, post, put } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, today } from '../../core/format.js'
import { Button, Card, IconButton, toast } from '../../core/ui.js'
import { DateField, FormFrame, TextField, useForm } from './form.js'
import { WeekHours } from './hours.js'
import { Section, tagOf } from './section.js'
import { SpecialHours } from './special.js'
import { say } from './words.js'

/** The clinic's hours. @param {{settings: any, onSaved: (settings: any) => void}} props */
export function Hours({ settings, onSaved }) {
    return html`<div class="admin-two">
        <${Section} title=${say('openingHours')} hint=${say('openingHint')} first=${{ opening_hours: settings.opening_hours }} send=${(/** @type {any} */ value) => put('/clinic/opening-hours', value, { ifMatch: tagOf(settings) })} onSaved=${onSaved}>
            ${(/** @type {any} */ form) => html`<${WeekHours} form=${form} name="opening_hours" />`}<//>
        <div class="stack"><${Closures} settings=${settings} onSaved=${onSaved} />
            <${Card} title=${say('specialHours')}><${SpecialHours} list=${settings.special_hours} path="/clinic/special-hours" withReason onChanged=${onSaved} /><//></div></div>`
}

/** Days on which the clinic is closed. @param {{settings: any, onSaved: (settings: any) => void}} props */
function Closures({ settings, onSaved }) {
    const form = useForm({ first_day: today(), last_day: today(), reason: '' })
    const add = async () => {
        const body = { ...form.value, reason: form.value.reason.trim() }
        /** @type {any} */
        let answer
        if (await form.submit(async () => (answer = await post('/clinic/closures', body, { key: form.key(body) })), say('closureAdded'))) onSaved(answer)
    }
    const remove = async (/** @type {any} */ one) => {
        const answer = await del(`/clinic/closures/${one.id}`)
        toast(say('removed'))
        onSaved(answer)
    }
    return html`<${Card} title=${say('closures')}>
        ${settings.closures.length ? html`<ul class="bare admin-list">${settings.closures.map((/** @type {any} */ one) => html`<li key=${one.id}><span><span class="number">${date(one.first_day)}${one.last_day !== one.first_day ? ` – ${date(one.last_day)}` : ''}</span> <span class="muted">${one.reason}</span></span>
            <${IconButton} name="close" label=${`${say('remove')}: ${date(one.first_day)}`} onClick=${() => remove(one)} /></li>`)}</ul>` : html`<p class="muted">${say('noClosures')}</p>`}
        <h3>${say('addClosure')}</h3><${FormFrame} form=${form} onSubmit=${add}><div class="admin-grid"><${DateField} form=${form} name="first_day" label=${say('firstDay')} /><${DateField} form=${form} name="last_day" label=${say('lastDay')} min=${form.value.first_day} /></div>
            <${TextField} form=${form} name="reason" label=${say('reason')} hint=${say('reasonPublic')} autocomplete="off" /><div class="row"><${Button} kind="primary" onClick=${add}>${say('add')}<//></div><//><//>`
}
