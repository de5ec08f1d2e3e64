// Choosing a password by the link of an invitation or of a forgotten password.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { Button, Checkbox, Field, Input } from '../core/ui.js'
import { Form } from '../pages/form.js'
import { Notice, Page } from '../pages/frame.js'
import { explain } from '../pages/problems.js'
import { say } from './words.js'

/** @param {{token: string, onWish: (purpose: string) => any}} props */
export function NewPassword({ token, onWish }) {
    const [password, setPassword] = useState('')
    const [tried, setTried] = useState(false)
    const [weak, setWeak] = useState('')
    const [error, setError] = useState('')
    const [state, setState] = useState('')
    const save = async () => {
        setTried(true)
        setError('')
        if (password.length < 10) return
        try {
            await post('/auth/new-password', { token, password }, { open: true })
            setPassword('')
            setState('done')
        } catch (problem) {
            if (problem instanceof Problem && problem.type === 'weak-password') return setWeak(explain(problem))
            if (problem instanceof Problem && (problem.status === 403 || problem.status === 404)) return setState('bad')
            setError(explain(problem))
        }
    }
    if (state === 'done') return html`<${Page} title=${say('passwordDone')}><${Notice} tone="good"><p>${say('passwordDoneText')}</p><//><a class="button primary" href="/">${say('signIn')}</a><//>`
    if (state === 'bad') return html`<${Page} title=${say('badLink')}><${Notice} tone="warn"><p>${say('badLinkText')} ${say('badPassword')}</p><//>
        <div class="page-actions"><${Button} kind="primary" onClick=${() => onWish('forgotten')}>${say('newMail')}<//><a class="button" href="/">${say('signIn')}</a></div><//>`
    return html`<${Page} title=${say('passwordTitle')}><p>${say('passwordText')}</p>
        <${Form} action=${say('passwordSave')} onSend=${save} error=${error}>
            <${PasswordField} label=${say('newPassword')} autofocus value=${password} onInput=${(/** @type {string} */ next) => (setWeak(''), setPassword(next))} error=${weak || (tried && password.length < 10 && say('needPassword'))} /><//><//>`
}

/** A new password, with the rules before it is typed. @param {{label: string, value: string, onInput: (text: string) => any, error?: any, autofocus?: boolean}} props */
export function PasswordField({ label, value, onInput, error, autofocus }) {
    const [isShown, setShown] = useState(false)
    return html`<div class="stack tight"><${Field} label=${label} error=${error} describedBy="password-rules" hint=${value ? say(value.length < 10 ? 'tooShort' : 'enough', { count: value.length }) : undefined}>
            <${Input} type=${isShown ? 'text' : 'password'} autocomplete="new-password" spellcheck=${false} autocapitalize="none" autofocus=${autofocus} value=${value} onInput=${onInput} /><//>
        <${Checkbox} checked=${isShown} onChange=${setShown}>${say('show')}<//>
        <ul class="page-rules" id="password-rules" aria-label=${say('rules')}><li>${say('ruleLength')}</li><li>${say('ruleStaff')}</li><li>${say('ruleGuess')}</li></ul></div>`
}
