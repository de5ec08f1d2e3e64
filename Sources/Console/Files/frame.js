import { html, useEffect, useState } from './core/dom.js'
import { useCommands } from './core/keys.js'
import { go } from './core/router.js'
import { choose, isSharedDesk, lock, session, shareDesk, signOut, useSession } from './core/session.js'
import { post } from './core/api.js'
import { paletteIsOpen } from './core/keys.js'
import { keptSteps } from './core/steps.js'
import { LoseSteps, StepsStatus } from './core/ui/steps-status.js'
import { Button, Confirm, Dialog, Field, Icon, Input, Menu, PersonName, ProblemText, toast } from './core/ui.js'
import { language, languageNames, languages, setLanguage } from './core/words.js'
import { zone } from './core/format.js'
import { say } from './app-words.js'
import { Unread } from './screens/messages/unread-badge.js'
import { OwnUnread } from './screens/own/unread-badge.js'

/**
 * The navigation, the account's menu, and the screen.
 * @param {{screens: import('./screens.js').Screen[], at: string|undefined, children?: any}} props
 */
export function Frame({ screens, at, children }) {
    const { clinic, me, role, memberships } = useSession()
    const [dialog, setDialog] = useState('')
    const isOffline = useOffline()
    // Steps that have not reached the server are lost by signing out: the person is asked first.
    const leave = () => (keptSteps.get().waiting.length ? setDialog('lose') : signOut())
    const title = (screen) => say(screen.title)
    const others = memberships.filter((one) => one.clinic_id !== me?.clinic_id || one.role !== role)
    const nameOfMembership = (one) => [say(/** @type {any} */ (`${one.role}_role`)), one.clinic_name].filter(Boolean).join(' · ')
    useCommands([
        ...screens.map((screen) => ({ id: `go-${screen.id}`, title: say('go', { name: title(screen) }), keys: screen.keys, run: () => go(screen.id) })),
        { id: 'lock', title: say('lock'), keys: 'Mod+l', run: lock },
        { id: 'sign-out', title: say('signOut'), run: leave },
        { id: 'sign-out-everywhere', title: say('signOutAll'), run: () => setDialog('everywhere') },
        { id: 'pin', title: say('setPIN'), run: () => setDialog('pin'), when: () => !session().hasPin },
        { id: 'docs', title: say('docs'), run: () => window.open('/docs', '_blank', 'noopener') },
        ...others.map((one) => ({ id: `choose-${one.clinic_id}-${one.role}`, title: say('choose', { name: nameOfMembership(one) }), run: () => choose(one) })),
        ...languages.filter((one) => one !== language()).map((one) => ({ id: `language-${one}`, title: languageNames[one], run: () => setLanguage(one) })),
    ])
    const account = [
        ...screens.filter((screen) => screen.isMinor).map((screen) => ({ label: title(screen), run: () => go(screen.id) })),
        ...others.map((one) => ({ label: say('choose', { name: nameOfMembership(one) }), run: () => choose(one) })),
        ...languages.filter((one) => one !== language()).map((one) => ({ label: languageNames[one], run: () => setLanguage(one) })),
        !session().hasPin && { label: say('setPIN'), run: () => setDialog('pin') },
        role === 'admin' && !isSharedDesk() && { label: say('shareDesk'), run: () => setDialog('desk') },
        { label: say('lock'), keys: 'Mod+l', run: lock },
        { label: say('signOut'), run: leave },
        { label: say('signOutAll'), danger: true, run: () => setDialog('everywhere') },
    ]
    const link = (screen) => html`<a href=${`#/${screen.id}`} aria-current=${screen.id === at ? 'page' : undefined}><${Icon} name=${screen.icon} /><span>${title(screen)}</span>${screen.id === 'messages' && html`<${Unread} />`}${screen.id === 'own-messages' && html`<${OwnUnread} />`}${screen.keys && html`<kbd aria-hidden="true">${screen.keys}</kbd>`}</a>`
    return html`<a class="sr-only" href="#main" onClick=${(event) => (event.preventDefault(), document.getElementById('main')?.focus())}>${say('skip')}</a>
        <div class="shell">
        <aside class="side"><div class="brand"><img src="/console/icon.svg" alt="" /><span>${clinic?.profile?.name || 'Chairside'}</span></div>
            <nav class="nav" aria-label="Chairside">${screens.map(link)}</nav>
            <div class="side-foot">
                <${Button} kind="quiet" icon="search" keys="Mod+k" onClick=${() => paletteIsOpen.set(true)}>${say('palette')}<//>
                <span class="muted small">${say('zone', { zone: zone() })}</span>
                <${Menu} kind="quiet" icon="person" label=${html`<${PersonName} person=${me} />`} ariaLabel=${`${say('account')}: ${me?.name || ''}`} items=${account} /></div></aside>
        <div>${isOffline && html`<div class="offline-bar" role="status">${say('offline')}</div>`}<${StepsStatus} />
            <main class="main" id="main" tabIndex=${-1}>${children}</main></div>
        <nav class="bottom" aria-label=${say('more')}>${screens.filter((screen) => !screen.isMinor || screens.length === 1).map(link)}
            <${Menu} kind="" icon="more" label=${say('account')} items=${account} /></nav></div>
        ${dialog === 'everywhere' && keptSteps.get().waiting.length > 0 && html`<${LoseSteps} onClose=${() => setDialog('')} onConfirm=${() => signOut({ everywhere: true })} />`}
        ${dialog === 'everywhere' && !keptSteps.get().waiting.length && html`<${Confirm} title=${say('signOutAll')} text=${say('signOutAllText')} confirm=${say('signOutAll')} danger onClose=${() => setDialog('')} onConfirm=${() => signOut({ everywhere: true })} />`}
        ${dialog === 'lose' && html`<${LoseSteps} onClose=${() => setDialog('')} onConfirm=${() => signOut()} />`}
        ${dialog === 'pin' && html`<${NewPIN} onClose=${() => setDialog('')} />`}${dialog === 'desk' && html`<${NewDesk} onClose=${() => setDialog('')} />`}`
}

/** @param {{onClose: () => void}} props */
function NewPIN({ onClose }) {
    const [pin, setPIN] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const save = async () => {
        try {
            await post('/pin', { pin })
            toast(say('pinIsSet'))
            onClose()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('setPIN')} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${save}>${say('save')}<//>`}>
        <${Field} label=${say('newPIN')} hint=${say('pinHint')}><${Input} type="password" inputMode="numeric" autocomplete="new-password" maxLength="6" value=${pin} onInput=${setPIN} /><//><${ProblemText} problem=${problem} /><//>`
}

/** @param {{onClose: () => void}} props */
function NewDesk({ onClose }) {
    const [name, setName] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const save = () => shareDesk(name).then(() => signOut(), setProblem)
    return html`<${Dialog} title=${say('shareDesk')} onClose=${onClose} footer=${html`<${Button} kind="primary" onClick=${save}>${say('save')}<//>`}>
        <p>${say('deskText')}</p><${Field} label=${say('deskName')}><${Input} value=${name} onInput=${setName} maxLength="60" /><//><${ProblemText} problem=${problem} /><//>`
}

/** Whether the browser has no network. */
function useOffline() {
    const [isOffline, set] = useState(navigator.onLine === false)
    useEffect(() => {
        const look = () => set(navigator.onLine === false)
        window.addEventListener('online', look)
        window.addEventListener('offline', look)
        return () => (window.removeEventListener('online', look), window.removeEventListener('offline', look))
    }, [])
    return isOffline
}
