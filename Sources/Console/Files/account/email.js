// Confirming an address. Mail scanners open links, so only the button uses the token.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { Button } from '../core/ui.js'
import { Notice, Page } from '../pages/frame.js'
import { explain } from '../pages/problems.js'
import { say } from './words.js'

/** @param {{token: string, onWish: (purpose: string) => any}} props */
export function ConfirmEmail({ token, onWish }) {
    const [state, setState] = useState('')
    const [error, setError] = useState('')
    const confirm = async () => {
        setError('')
        try {
            await post('/auth/confirm-email', { token }, { open: true })
            setState('done')
        } catch (problem) {
            if (problem instanceof Problem && (problem.status === 403 || problem.status === 404)) return setState('bad')
            setError(explain(problem))
        }
    }
    if (state === 'done') return html`<${Page} title=${say('emailDone')}><${Notice} tone="good"><p>${say('emailDoneText')}</p><//><a class="button primary" href="/">${say('signIn')}</a><//>`
    if (state === 'bad') return html`<${Page} title=${say('badLink')}><${Notice} tone="warn"><p>${say('badLinkText')} ${say('badEmail')}</p><//>
        <div class="page-actions"><a class="button primary" href="/">${say('signIn')}</a><${Button} onClick=${() => onWish('register')}>${say('register')}<//></div><//>`
    return html`<${Page} title=${say('emailTitle')}><p>${say('emailText')}</p>${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <${Button} kind="primary" onClick=${confirm}>${say('emailConfirm')}<//><//>`
}
