import { get, put } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { Button, Failure, Skeleton } from '../../core/ui.js'
import { ListField, listOf, SelectField, TextField } from './form.js'
import { Section, tagOf } from './section.js'
import { say } from './words.js'

const kinds = ['appointment.reminder', 'appointment.status_changed', 'message.new', 'payment.received', 'recall.due', 'waitlist.offer', 'check-in.due', 'check-in.missed']

/** Reminders and the texts of notifications. */
export function Notifications() {
    const { data, error, reload } = useLoad(() => get('/notification-settings'), [])
    const [state, setState] = useState(/** @type {any} */ (null))
    useEffect(() => {
        if (data) setState(data)
    }, [data])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!state) return html`<${Skeleton} rows=${6} />`
    const { settings } = state
    const first = { hours: settings.reminder_minutes.map((/** @type {number} */ one) => String(one / 60)), recall_days: (settings.recall_days || []).map(String), language: settings.language, texts: settings.texts }
    const send = async (/** @type {any} */ value, /** @type {import('./form.js').Form} */ form) => {
        const numbers = (/** @type {any} */ list) => listOf(list).map((one) => Number(one.replace(',', '.')))
        const body = { reminder_minutes: numbers(value.hours).map((one) => Math.round(one * 60)), recall_days: numbers(value.recall_days), language: value.language, texts: value.texts }
        return put('/notification-settings', body, { key: form.key(body), ...(state.version ? { ifMatch: tagOf(state) } : {}) })
    }
    const languages = ['en', 'de'].map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))
    return html`<${Section} key=${state.version} class="admin-narrow" title=${say('notifications')} first=${first} send=${send} onSaved=${setState}>${(/** @type {any} */ form) => html`
        <div class="admin-grid"><${ListField} form=${form} name="hours" label=${say('visitReminders')} hint=${say('visitRemindersHint')} inputmode="decimal" /><${ListField} form=${form} name="recall_days" label=${say('recallReminders')} hint=${say('recallRemindersHint')} />
            <${SelectField} form=${form} name="language" label=${say('language')} options=${languages} /></div>
        <h3>${say('ownTexts')}</h3><p class="muted">${say('ownTextsHint')}</p>
        ${form.value.texts.length === 0 && html`<p class="muted">${say('noTexts')}</p>`}
        ${form.value.texts.map((/** @type {any} */ _, /** @type {number} */ at) => html`<fieldset class="admin-text" key=${at}><legend>${say('textBody')} ${at + 1}</legend><div class="admin-grid">
            <${SelectField} form=${form} name=${`texts/${at}/type`} label=${say('kind')} options=${kinds.map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} /><${SelectField} form=${form} name=${`texts/${at}/language`} label=${say('language')} options=${languages} />
            <${TextField} form=${form} name=${`texts/${at}/title`} label=${say('textTitle')} maxlength=${100} /><${TextField} form=${form} name=${`texts/${at}/body`} label=${say('textBody')} maxlength=${300} /></div>
            <${Button} small kind="quiet" icon="close" onClick=${() => form.set('texts', form.value.texts.filter((/** @type {any} */ __, /** @type {number} */ index) => index !== at))}>${say('remove')}<//></fieldset>`)}
        <div><${Button} small icon="plus" onClick=${() => form.set('texts', [...form.value.texts, { type: kinds[0], language: form.value.language, title: '', body: '' }])}>${say('addText')}<//></div>`}<//>`
}
