// Who may open a record: the reason for a restricted one, the restriction itself, and the patient's own login.
import { post, Problem, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { useSession } from '../../core/session.js'
import { Button, Checkbox, Confirm, Dialog, Field, Icon, Input, PersonName, ProblemText, TextArea, toast } from '../../core/ui.js'
import { say } from './words.js'

/**
 * A record that the caller may open in an emergency only. The reason is kept, and admins read it.
 * @param {{known: import('./state.js').Known, onOpened: () => any}} props
 */
export function Restricted({ known, onOpened }) {
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const break_ = async () => {
        setProblem(null)
        try {
            const access = await post(`/patients/${known.id}/emergency-access`, { reason: reason.trim() })
            toast(say('openUntil', { at: dateTime(access.until) }))
        } catch (error) {
            if (!(error instanceof Problem) || !['record-open-already', 'record-not-restricted'].includes(error.type)) return setProblem(error)
        }
        await onOpened()
    }
    return html`<section class="card stack patients-restricted"><div class="row"><${Icon} name="lock" /><h2><${PersonName} person=${known} /></h2></div>
        <p><strong>${say('restrictedTitle')}</strong></p><p>${say('restrictedText')}</p>
        <${Field} label=${say('reasonToOpen')} hint=${say('reasonHint')}><${TextArea} value=${reason} onInput=${setReason} maxlength="500" rows="3" /><//>
        <${ProblemText} problem=${problem} />
        <div><${Button} kind="danger" icon="key" disabled=${!reason.trim()} onClick=${break_}>${say('breakGlass')}<//></div></section>`
}

/** @param {{patient: any, onClose: () => void, onDone: () => any}} props */
export function RestrictionDialog({ patient, onClose, onDone }) {
    const next = !patient.restricted
    const save = async () => {
        await put(`/patients/${patient.id}/restriction`, { restricted: next })
        toast(say(next ? 'nowRestricted' : 'nowOpen'))
        await onDone()
    }
    return html`<${Confirm} title=${say(next ? 'restrict' : 'unrestrict')} text=${say(next ? 'restrictText' : 'unrestrictText')} confirm=${say(next ? 'restrict' : 'unrestrict')} danger=${next} onConfirm=${save} onClose=${onClose} />`
}

/**
 * A login for the patient. Without a password the person gets a mail to choose one.
 * @param {{patient: any, onClose: () => void}} props
 */
export function AccountDialog({ patient, onClose }) {
    const { role } = useSession()
    const [email, setEmail] = useState(patient.email || '')
    const [byLink, setByLink] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [done, setDone] = useState(/** @type {any} */ (null))
    const give = async () => {
        setProblem(null)
        try {
            setDone(await post(`/patients/${patient.id}/account`, { email: email.trim(), ...(byLink ? { link: true } : {}) }))
        } catch (error) {
            setProblem(error)
        }
    }
    const link = done?.link && (done.link.url || `${location.origin}/account#token=${done.link.token}`)
    if (done) return html`<${Dialog} key="done" title=${say('account')} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${onClose}>${say('ready')}<//>`}>
        <p class="notice good">${say(done.invitation === 'sent' ? 'invitationSent' : done.invitation === 'link' ? 'invitationLink' : done.invitation === 'not_sent' ? 'invitationNotSent' : 'accountReady', { email })}</p>
        ${link && html`<${Field} label=${say('link')} hint=${say('linkHint', { at: dateTime(done.link.expires_at) })}><${Input} value=${link} readonly onFocus=${(event) => event.target.select()} /><//>
            <div><${Button} onClick=${async () => (await navigator.clipboard.writeText(link), toast(say('copied')))}>${say('copy')}<//></div>`}<//>`
    return html`<${Dialog} key="ask" title=${say('account')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" disabled=${!email.trim()} onClick=${give}>${say('giveAccount')}<//>`}>
        <p>${say('accountText')}</p>
        <${Field} label=${say('email')}><${Input} type="email" value=${email} onInput=${setEmail} maxlength="254" autocomplete="off" /><//>
        ${role === 'admin' && html`<${Checkbox} checked=${byLink} onChange=${setByLink}>${say('byLink')}<//>`}
        <${ProblemText} problem=${problem} /><//>`
}
