// The page behind mailed links to an account: registration, invitation, forgotten password, a new address, a contact.
import { html, useEffect, useState } from '../core/dom.js'
import { useLanguage } from '../core/words.js'
import { Notice, Page, show } from '../pages/frame.js'
import { useFragment } from '../pages/fragment.js'
import { ContactRequest } from './contact.js'
import { ConfirmEmail } from './email.js'
import { NewPassword } from './password.js'
import { Forgotten, Register } from './forms.js'
import { say } from './words.js'

/** What each purpose shows, and whether its link must have a token. @type {Record<string, [any, boolean]>} */
const parts = {
    register: [Register, false], forgotten: [Forgotten, false], email: [ConfirmEmail, true], password: [NewPassword, true], contact: [ContactRequest, true],
}

function Account() {
    useLanguage()
    const link = useFragment()
    const [wish, setWish] = useState('')
    useEffect(() => setWish(''), [link])
    // Some clinics' links to visits come here.
    if (link.purpose === 'visit' && link.token) {
        location.replace(`/visit#purpose=visit&token=${encodeURIComponent(link.token)}`)
        return null
    }
    const purpose = wish || link.purpose
    const [Part, needsToken] = parts[purpose] || [null, false]
    if (Part && (link.token || !needsToken)) return html`<${Part} key=${purpose + link.token} token=${link.token} onWish=${setWish} />`
    return html`<${Page} title=${purpose ? say('nothing') : say('title')}>
        ${purpose && html`<${Notice} tone="warn"><p>${say('nothingText')}</p><//>`}
        <p>${say('start')}</p>
        <div class="page-choices"><a class="button primary" href="/">${say('signIn')}</a>
            <button type="button" class="button" onClick=${() => setWish('register')}>${say('register')}</button>
            <button type="button" class="button" onClick=${() => setWish('forgotten')}>${say('forgotten')}</button></div><//>`
}

show(Account)
