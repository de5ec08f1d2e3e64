import { post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { Button, Dialog, toast } from '../../core/ui.js'
import { ChoicesField, FormButtons, FormFrame, TextField, useForm } from '../admin/form.js'
import { say } from './words.js'

/** What a webhook can be told, by subject. */
export const hookTypes = {
    appointment: ['booked', 'confirmed', 'rescheduled', 'reassigned', 'cancelled', 'arrived', 'seated', 'started', 'treated', 'completed', 'missed', 'step_undone'], series: ['planned', 'moved', 'cancelled'],
    patient: ['registered', 'accepted', 'changed', 'merged', 'unmerged', 'erased'], guardian: ['named', 'released'], invoice: ['issued', 'voided', 'written_off', 'instalments_agreed'], credit_note: ['issued'], credit: ['applied'],
    payment: ['recorded', 'refunded', 'released', 'entered_in_error'], drawer_day: ['closed', 'reopened'], coverage: ['recorded', 'removed'], claim: ['made', 'submitted', 'answered', 'closed'],
    waitlist: ['joined', 'left', 'offered', 'offer_accepted', 'offer_closed'], recall: ['reminded', 'paused'], clinic: ['changed'], service: ['changed'], chair: ['changed'], staff: ['changed'], block: ['added', 'removed'],
}
const every = Object.entries(hookTypes).flatMap(([subject, steps]) => steps.map((step) => `${subject}.${step}`))

/** @param {{hook: any, onClose: () => void, onChanged: () => any}} props */
export function HookDialog({ hook, onClose, onChanged }) {
    const form = useForm({ url: hook.url || 'https://', event_types: hook.event_types || [] })
    const [secret, setSecret] = useState('')
    const send = async () => {
        const body = { url: form.value.url.trim(), event_types: form.value.event_types }
        const done = await form.submit(async () => {
            if (hook.id) await put(`/webhooks/${hook.id}`, body, { key: form.key(body), ifMatch: `"${hook.version}"` })
            else setSecret((await post('/webhooks', body, { key: form.key(body) })).secret)
        }, hook.id ? say('saved') : say('registered'), { 'webhook-url-refused': 'url' })
        if (done) await onChanged()
        if (done && hook.id) onClose()
    }
    if (secret) return html`<${SecretShown} secret=${secret} onClose=${onClose} />`
    return html`<${Dialog} wide title=${hook.id ? say('edit') : say('register')} onClose=${onClose} footer=${html`<${FormButtons} form=${form} onCancel=${onClose} onSubmit=${send} label=${hook.id ? say('save') : say('register')} />`}>
        <${FormFrame} form=${form} onSubmit=${send}><${TextField} form=${form} name="url" type="url" label=${say('url')} hint=${say('urlHint')} autocomplete="off" />
            <div class="row"><${Button} small onClick=${() => form.set('event_types', every)}>${say('all')}<//><${Button} small onClick=${() => form.set('event_types', [])}>${say('none')}<//></div>
            <div class="history-types"><${ChoicesField} form=${form} name="event_types" label=${say('types')} options=${every.map((value) => ({ value, label: html`<code>${value}</code>` }))} /></div><//><//>`
}

/** Gives a webhook a new secret. @param {{hook: any, onClose: () => void}} props */
export function Secret({ hook, onClose }) {
    const [secret, setSecret] = useState('')
    if (secret) return html`<${SecretShown} secret=${secret} onClose=${onClose} />`
    return html`<${Dialog} title=${say('newSecret')} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${async () => setSecret((await post(`/webhooks/${hook.id}/secret`)).secret)}>${say('newSecret')}<//>`}><p class="history-url">${hook.url}</p><//>`
}

/** @param {{secret: string, onClose: () => void}} props */
function SecretShown({ secret, onClose }) {
    const copy = async () => {
        await navigator.clipboard.writeText(secret)
        toast(say('copied'))
    }
    return html`<${Dialog} title=${say('secret')} onClose=${onClose} footer=${html`<${Button} onClick=${copy}>${say('copy')}<//><${Button} kind="primary" onClick=${onClose}>${say('close')}<//>`}><p>${say('secretHint')}</p><code class="admin-code">${secret}</code><//>`
}
