import { post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Badge, Button, Confirm, Dialog, Tabs, toast } from '../../core/ui.js'
import { AccountPart } from './account.js'
import { Affected } from './affected.js'
import { CheckField, ChoicesField, FormFrame, orNull, TextField, useForm } from './form.js'
import { WeekHours } from './hours.js'
import { tagOf } from './section.js'
import { SpecialHours } from './special.js'
import { roleOptions } from './roles.js'
import { TimeOff } from './timeoff.js'
import { say } from './words.js'

/** A member of staff: details, hours, absences and the login. @param {{member: any, onClose: () => void, onChanged: () => any}} props */
export function StaffDialog({ member, onClose, onChanged }) {
    const [tab, setTab] = useState('details')
    const [asks, setAsks] = useState(false)
    const [affected, setAffected] = useState(/** @type {any} */ (null))
    const changed = async (/** @type {any} */ answer) => {
        setAffected(answer?.affected_appointments)
        await onChanged()
    }
    const deactivate = async () => {
        const answer = await post(`/staff/${member.id}/deactivate`)
        toast(say('deactivated', { name: member.name }))
        setAsks(false)
        await changed(answer)
    }
    const tabs = ['details', 'timeOff', 'specialHours', 'account'].map((id) => ({ id, label: say(/** @type {any} */ (id)) }))
    return html`<${Dialog} wide title=${html`<bdi>${member.name}</bdi> ${!member.active && html`<${Badge}>${say('leftStaff')}<//>`}`} onClose=${onClose} footer=${html`
            <${Button} icon="history" onClick=${() => go('history/changes', { kind: 'staff', id: member.id, title: member.name })}>${say('history')}<//>
            ${member.active && member.id !== session().me?.subject_id && html`<${Button} kind="danger" onClick=${() => setAsks(true)}>${say('deactivate')}<//>`}`}>
        <${Affected} affected=${affected} />
        ${member.active ? html`<${Tabs} label=${member.name} tabs=${tabs} value=${tab} onChange=${setTab}>
            ${tab === 'details' && html`<${Details} key=${member.version} member=${member} onChanged=${changed} />`}
            ${tab === 'timeOff' && html`<${TimeOff} member=${member} onChanged=${changed} />`}
            ${tab === 'specialHours' && html`<${SpecialHours} list=${member.special_hours} path=${`/staff/${member.id}/special-hours`} onChanged=${changed} />`}
            ${tab === 'account' && html`<${AccountPart} member=${member} />`}<//>` : html`<p class="muted">${member.email || ''}</p>`}
        ${asks && html`<${Confirm} title=${say('deactivateTitle', { name: member.name })} text=${say('deactivateText')} confirm=${say('deactivate')} danger onClose=${() => setAsks(false)} onConfirm=${deactivate} />`}<//>`
}

/** @param {{member: any, onChanged: (answer: any) => any}} props */
function Details({ member, onChanged }) {
    const form = useForm({ name: member.name, roles: member.roles, specialty: member.specialty || '', email: member.email || '', ownHours: Boolean(member.hours), hours: member.hours || [] })
    const { value } = form
    const send = async () => {
        const body = { name: value.name.trim(), roles: value.roles, specialty: orNull(value.specialty), email: orNull(value.email), ...(value.ownHours ? { hours: value.hours } : {}) }
        /** @type {any} */
        let answer
        if (await form.submit(async () => (answer = await put(`/staff/${member.id}`, body, { key: form.key(body), ifMatch: tagOf(member) })), say('saved'), { 'staff-email-taken': 'email' })) await onChanged(answer)
    }
    return html`<${FormFrame} form=${form} onSubmit=${send}>
        <div class="admin-grid"><${TextField} form=${form} name="name" label=${say('name')} autocomplete="off" /><${TextField} form=${form} name="email" label=${say('email')} type="email" autocomplete="off" />
            ${value.roles.includes('doctor') && html`<${TextField} form=${form} name="specialty" label=${say('specialty')} autocomplete="off" />`}</div>
        <${ChoicesField} form=${form} name="roles" label=${say('roles')} options=${roleOptions()} />
        <${CheckField} form=${form} name="ownHours" label=${say('ownHours')} hint=${value.ownHours ? '' : say('clinicHours')} />
        ${value.ownHours && html`<${WeekHours} form=${form} name="hours" />`}
        <div class="row"><${Button} kind="primary" onClick=${send}>${say('save')}<//></div><//>`
}
