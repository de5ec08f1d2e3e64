import { post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { Button, problemText, toast } from '../../core/ui.js'
import { CheckField, FormFrame, TextField, useForm } from './form.js'
import { say } from './words.js'

/** What became of an invitation. @param {{account: any, refusal?: any, email: string}} props */
export function Invitation({ account, refusal, email }) {
    if (refusal) return html`<p class="notice warn">${refusal.type === 'account-exists' ? say('accountExists') : problemText(refusal)}</p>`
    if (!account?.link) return html`<p class="notice good">${account?.invitation === 'sent' ? say('invited', { email }) : account?.invitation === 'not_sent' ? say('notInvited') : say('accountDone')}</p>`
    const text = account.link.url || account.link.token
    const copy = async () => {
        await navigator.clipboard.writeText(text)
        toast(say('copied'))
    }
    return html`<div class="notice stack"><p>${account.link.url ? say('link') : say('token')} · <span class="muted">${say('validUntil', { at: dateTime(account.link.expires_at) })}</span></p>
        <div class="row"><code class="admin-code grow">${text}</code><${Button} onClick=${copy}>${say('copy')}<//></div></div>`
}

/** Gives a member of staff a login. @param {{member: any}} props */
export function AccountPart({ member }) {
    const form = useForm({ email: member.email || '', link: false })
    const [account, setAccount] = useState(/** @type {any} */ (null))
    const [refusal, setRefusal] = useState(/** @type {any} */ (null))
    const send = () => form.submit(async () => {
        setRefusal(null)
        const body = { email: form.value.email.trim(), ...(form.value.link ? { link: true } : {}) }
        try {
            setAccount(await post(`/staff/${member.id}/account`, body, { key: form.key(body) }))
        } catch (error) {
            if (/** @type {any} */ (error).type !== 'account-exists') throw error
            setRefusal(error)
        }
    })
    return html`<p class="muted">${say('accountText')}</p>
        ${(account || refusal) && html`<${Invitation} account=${account} refusal=${refusal} email=${form.value.email} />`}
        ${!account && html`<${FormFrame} form=${form} onSubmit=${send}><${TextField} form=${form} name="email" type="email" label=${say('email')} autocomplete="off" /><${CheckField} form=${form} name="link" label=${say('accountLink')} />
            <div class="row"><${Button} kind="primary" onClick=${send}>${say('giveAccount')}<//></div><//>`}`
}
