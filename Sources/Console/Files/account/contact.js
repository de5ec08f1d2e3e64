// The answer of a person who is named as the contact for missed check-ins.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { Button } from '../core/ui.js'
import { Notice, Page } from '../pages/frame.js'
import { explain } from '../pages/problems.js'
import { Sure } from '../pages/sure.js'
import { say } from './words.js'

/** @param {{token: string}} props */
export function ContactRequest({ token }) {
    const [state, setState] = useState('')
    const [asked, setAsked] = useState('')
    const [error, setError] = useState('')
    const answer = async (/** @type {string} */ given) => {
        setError('')
        setAsked('')
        try {
            await post('/auth/contact-answer', { token, answer: given }, { open: true })
            setState(given === 'accept' ? 'accepted' : 'refused')
        } catch (problem) {
            if (problem instanceof Problem && (problem.status === 403 || problem.status === 404)) return setState('bad')
            setError(explain(problem))
        }
    }
    if (state === 'bad') return html`<${Page} title=${say('badLink')}><${Notice} tone="warn"><p>${say('badLinkText')} ${say('badContact')}</p><//><//>`
    if (state === 'refused') return html`<${Page} title=${say('refuseDone')}><${Notice} tone="good"><p>${say('refuseDoneText')}</p><//><//>`
    const refusals = html`<${Button} onClick=${() => setAsked('refuse')}>${say('contactRefuse')}<//><${Button} onClick=${() => setAsked('refuse_all')}>${say('contactRefuseAll')}<//>`
    return html`<${Page} title=${state ? say('acceptDone') : say('contactTitle')}>
        ${state ? html`<${Notice} tone="good"><p>${say('acceptDoneText')}</p><//>` : html`<p>${say('contactText')}</p><p>${say('contactPromise')}</p>`}
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <div class="page-choices">${!state && html`<${Button} kind="primary" onClick=${() => answer('accept')}>${say('contactAccept')}<//>`}${refusals}</div><p class="muted small">${say('contactFinal')}</p>
        ${asked && html`<${Sure} title=${say('contactSure')} keep=${say('back')} text=${say('contactSureText')} confirm=${say('refuse')} danger onClose=${() => setAsked('')} onConfirm=${() => answer(asked)} />`}<//>`
}
