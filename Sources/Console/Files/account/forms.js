// Asking for an account, and for a new password. The answers do not say whether there is an account.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { Button, Field, Input } from '../core/ui.js'
import { Form } from '../pages/form.js'
import { Notice, Page } from '../pages/frame.js'
import { explain } from '../pages/problems.js'
import { PasswordField } from './password.js'
import { say } from './words.js'

const isAddress = (/** @type {string} */ text) => /^\S+@\S+\.\S+$/.test(text.trim())

/** @param {{onWish: (purpose: string) => any}} props */
export function Register({ onWish }) {
    const [name, setName] = useState('')
    const [email, setEmail] = useState('')
    const [password, setPassword] = useState('')
    const [tried, setTried] = useState(false)
    const [weak, setWeak] = useState('')
    const [error, setError] = useState('')
    const [isSent, setSent] = useState(false)
    const send = async () => {
        setTried(true)
        setError('')
        if (!name.trim() || !isAddress(email) || password.length < 10) return
        try {
            await post('/auth/register', { name: name.trim(), email: email.trim(), password }, { open: true })
            setPassword('')
            setSent(true)
        } catch (problem) {
            if (problem instanceof Problem && problem.type === 'weak-password') setWeak(explain(problem))
            else setError(explain(problem))
        }
    }
    if (isSent) return html`<${Sent} text=${say('registerSent', { email: email.trim() })} onAnother=${() => setSent(false)} />`
    return html`<${Page} title=${say('registerTitle')}><p>${say('registerText')}</p>
        <${Form} action=${say('send')} onSend=${send} error=${error}>
            <${Field} label=${say('name')} error=${tried && !name.trim() && say('needName')}><${Input} autocomplete="name" autofocus value=${name} onInput=${setName} dir="auto" /><//>
            <${Field} label=${say('email')} error=${tried && !isAddress(email) && say('needEmail')}><${Input} type="email" autocomplete="email" value=${email} onInput=${setEmail} /><//>
            <${PasswordField} label=${say('password')} value=${password} onInput=${(/** @type {string} */ next) => (setWeak(''), setPassword(next))} error=${weak || (tried && password.length < 10 && say('needPassword'))} /><//>
        <${More} onWish=${onWish} other="forgotten" /><//>`
}

/** @param {{onWish: (purpose: string) => any}} props */
export function Forgotten({ onWish }) {
    const [email, setEmail] = useState('')
    const [tried, setTried] = useState(false)
    const [error, setError] = useState('')
    const [isSent, setSent] = useState(false)
    const send = async () => {
        setTried(true)
        setError('')
        if (!isAddress(email)) return
        try {
            await post('/auth/password-reset', { email: email.trim() }, { open: true })
            setSent(true)
        } catch (problem) {
            setError(explain(problem))
        }
    }
    if (isSent) return html`<${Sent} text=${say('forgottenSent', { email: email.trim() })} onAnother=${() => setSent(false)} />`
    return html`<${Page} title=${say('forgottenTitle')}><p>${say('forgottenText')}</p>
        <${Form} action=${say('askMail')} onSend=${send} error=${error}>
            <${Field} label=${say('email')} error=${tried && !isAddress(email) && say('needEmail')}><${Input} type="email" autocomplete="username" autofocus value=${email} onInput=${setEmail} /><//><//>
        <${More} onWish=${onWish} other="register" /><//>`
}

/** @param {{text: string, onAnother: () => any}} props */
function Sent({ text, onAnother }) {
    return html`<${Page} title=${say('mailTitle')}><${Notice} tone="good"><p>${text}</p><//>
        <div class="page-actions"><a class="button" href="/">${say('signIn')}</a><${Button} kind="quiet" onClick=${onAnother}>${say('another')}<//></div><//>`
}

/** @param {{onWish: (purpose: string) => any, other: 'register'|'forgotten'}} props */
function More({ onWish, other }) {
    return html`<div class="page-actions"><a class="button quiet" href="/">${say('signIn')}</a><${Button} kind="quiet" onClick=${() => onWish(other)}>${say(other)}<//></div>`
}
