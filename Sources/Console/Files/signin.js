import { html, useEffect, useState } from './core/dom.js'
import { Problem } from './core/api.js'
import { deskPeople, isSharedDesk, signIn, signOut, takeTurn, unlock, useSession } from './core/session.js'
import { Button, Field, Input, PersonName, Select, problemText } from './core/ui.js'
import { nameOf } from './core/format.js'
import { language, languageNames, languages, setLanguage } from './core/words.js'
import { say } from './app-words.js'

/** @param {{children?: any, title?: any}} props */
function Card({ children, title }) {
    return html`<main class="sign"><div class="sign-card"><div class="brand"><img src="/console/icon.svg" alt="" /><span>Chairside</span></div>${title && html`<h1>${title}</h1>`}${children}
        <${Field} label=${say('language')}><${Select} value=${language()} onChange=${setLanguage} options=${languages.map((one) => ({ value: one, label: languageNames[one] }))} /><//></div></main>`
}

/** Signing in by password, and by PIN on a shared desk. */
export function SignIn() {
    const [people, setPeople] = useState(/** @type {any[]|null} */ (isSharedDesk() ? null : []))
    const [person, setPerson] = useState(/** @type {any} */ (null))
    const [withPassword, setWithPassword] = useState(!isSharedDesk())
    useEffect(() => {
        if (people === null) deskPeople().then((found) => (setPeople(found), found.length || setWithPassword(true)))
    }, [])
    if (withPassword) return html`<${PasswordForm} />`
    if (people === null) return html`<${Card} />`
    if (person) return html`<${Card} title=${say('desk')}><${PINForm} label=${say('deskPIN', { name: nameOf(person) })} action=${say('takeOver')} send=${(/** @type {string} */ pin) => takeTurn({ account_id: person.account_id, role: person.role, pin })} />
        <${Button} kind="quiet" onClick=${() => setPerson(null)}>${say('desk')}<//><//>`
    return html`<${Card} title=${say('desk')}><div class="people">${people.map((one) => html`<${Button} key=${one.account_id + one.role} onClick=${() => setPerson(one)}><span><${PersonName} person=${one} /></span><span class="muted small">${say(/** @type {any} */ (`${one.role}_role`))}</span><//>`)}</div>
        <${Button} kind="quiet" onClick=${() => setWithPassword(true)}>${say('another')}<//><//>`
}

function PasswordForm() {
    const [email, setEmail] = useState('')
    const [password, setPassword] = useState('')
    const [code, setCode] = useState(/** @type {string|null} */ (null))
    const [error, setError] = useState('')
    const [busy, setBusy] = useState(false)
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault()
        if (busy) return
        setBusy(true)
        setError('')
        try {
            await signIn({ email: email.trim(), password, ...(code ? { code: code.replace(/\s/g, '') } : {}) })
        } catch (problem) {
            setBusy(false)
            const type = problem instanceof Problem ? problem.type : ''
            if (type === 'second-factor-required') return setCode('')
            if (type === 'wrong-credentials') return setError(say('wrong'))
            if (type === 'wrong-second-factor') return setError(say('wrongCode'))
            setError(problemText(problem))
        }
    }
    return html`<${Card} title=${say('signIn')}><form class="stack" onSubmit=${submit}>
        <${Field} label=${say('email')}><${Input} type="email" autocomplete="username" required autofocus value=${email} onInput=${setEmail} /><//>
        <${Field} label=${say('password')}><${Input} type="password" autocomplete="current-password" required value=${password} onInput=${setPassword} /><//>
        ${code !== null && html`<${Field} label=${say('code')} hint=${say('codeHint')}><${Input} autocomplete="one-time-code" inputMode="numeric" autofocus value=${code} onInput=${setCode} /><//>`}
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <button type="submit" class="button primary" disabled=${busy} aria-busy=${busy}>${say('signIn')}</button></form>
        <div class="row spread"><a href="/account#purpose=forgotten">${say('forgotten')}</a><a href="/account#purpose=register">${say('register')}</a></div><//>`
}

/** @param {{label: string, action: string, send: (pin: string) => Promise<any>}} props */
function PINForm({ label, action, send }) {
    const [pin, setPIN] = useState('')
    const [error, setError] = useState('')
    const [busy, setBusy] = useState(false)
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault()
        if (busy) return
        setBusy(true)
        try {
            await send(pin)
        } catch (problem) {
            setPIN('')
            setError(problem instanceof Problem && problem.type === 'wrong-pin' && problem.body.attempts_left !== undefined ? say('wrongPIN', { count: problem.body.attempts_left }) : problemText(problem))
        }
        setBusy(false)
    }
    return html`<form class="stack" onSubmit=${submit}><${Field} label=${label} error=${error}><${Input} type="password" inputMode="numeric" autocomplete="off" autofocus maxLength="12" value=${pin} onInput=${setPIN} /><//>
        <button type="submit" class="button primary" disabled=${busy || !pin}>${action}</button></form>`
}

/** The page of a locked session: it shows no name. */
export function Locked() {
    const { hasPin } = useSession()
    const [usePIN, setUsePIN] = useState(hasPin)
    const [password, setPassword] = useState('')
    const [error, setError] = useState('')
    const [busy, setBusy] = useState(false)
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault()
        if (busy) return // Each wrong password counts.
        setBusy(true)
        try {
            await unlock({ password })
        } catch (problem) {
            setPassword('')
            setError(problemText(problem))
        }
        setBusy(false)
    }
    return html`<${Card} title=${say('locked')}><p class="muted">${say('lockedText')}</p>
        ${usePIN ? html`<${PINForm} label=${say('pin')} action=${say('unlock')} send=${(/** @type {string} */ pin) => unlock({ pin })} />`
        : html`<form class="stack" onSubmit=${submit}><${Field} label=${say('password')} error=${error}><${Input} type="password" autocomplete="current-password" autofocus value=${password} onInput=${setPassword} /><//>
            <button type="submit" class="button primary" disabled=${busy} aria-busy=${busy}>${say('unlock')}</button></form>`}
        <div class="row spread">${hasPin ? html`<${Button} kind="quiet" onClick=${() => setUsePIN(!usePIN)}>${usePIN ? say('byPassword') : say('byPIN')}<//>` : html`<span></span>`}<${Button} kind="quiet" onClick=${signOut}>${say('signOut')}<//></div><//>`
}
