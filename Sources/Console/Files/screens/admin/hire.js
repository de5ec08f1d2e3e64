import { post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { Button, Dialog } from '../../core/ui.js'
import { CheckField, ChoicesField, FormButtons, FormFrame, orNull, TextField, useForm } from './form.js'
import { Invitation } from './account.js'
import { WeekHours } from './hours.js'
import { roleOptions } from './roles.js'
import { say } from './words.js'

/** Adds somebody to the staff, and mails them an invitation. @param {{onClose: () => void, onHired: () => any}} props */
export function HireDialog({ onClose, onHired }) {
    const form = useForm({ name: '', roles: ['receptionist'], specialty: '', email: '', ownHours: false, hours: [], invite: true })
    const [hired, setHired] = useState(/** @type {any} */ (null))
    const { value } = form
    const send = async () => {
        const body = { name: value.name.trim(), roles: value.roles, specialty: value.roles.includes('doctor') ? orNull(value.specialty) : null, email: orNull(value.email), ...(value.ownHours ? { hours: value.hours } : {}) }
        if (value.invite && !body.email) return form.refuse('email', say('emailHint'))
        await form.submit(async () => {
            const member = await post('/staff', body, { key: form.key(body) })
            onHired()
            let account = null
            let refusal = null
            if (value.invite) {
                try {
                    account = await post(`/staff/${member.id}/account`, { email: body.email })
                    // A server without mail gives the link to the admin instead.
                    if (account.invitation === 'not_sent') account = await post(`/staff/${member.id}/account`, { email: body.email, link: true }).catch(() => account)
                } catch (error) {
                    if (!(error instanceof Problem)) throw error
                    refusal = error
                }
            }
            setHired({ member, account, refusal })
        }, undefined, { 'staff-email-taken': 'email' })
    }
    if (hired) return html`<${Dialog} title=${say('hired', { name: hired.member.name })} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${onClose}>${say('close')}<//>`}>
        ${(hired.account || hired.refusal) && html`<${Invitation} account=${hired.account} refusal=${hired.refusal} email=${hired.member.email} />`}<//>`
    return html`<${Dialog} title=${say('hireTitle')} wide onClose=${onClose} footer=${html`<${FormButtons} form=${form} onCancel=${onClose} onSubmit=${send} label=${say('hire')} />`}>
        <${FormFrame} form=${form} onSubmit=${send}>
            <div class="admin-grid"><${TextField} form=${form} name="name" label=${say('name')} autocomplete="off" /><${TextField} form=${form} name="email" label=${say('email')} type="email" autocomplete="off" hint=${say('emailHint')} /></div>
            <${ChoicesField} form=${form} name="roles" label=${say('roles')} options=${roleOptions()} />
            ${value.roles.includes('doctor') && html`<${TextField} form=${form} name="specialty" label=${say('specialty')} autocomplete="off" />`}
            <${CheckField} form=${form} name="ownHours" label=${say('ownHours')} hint=${value.ownHours ? '' : say('clinicHours')} />
            ${value.ownHours && html`<${WeekHours} form=${form} name="hours" />`}
            <${CheckField} form=${form} name="invite" label=${say('invite')} /><//><//>`
}
