// The page app of the clinic: signing in, the frame, and the screen that the address names.
import { html, render, useEffect, useState, useErrorBoundary } from './core/dom.js'
import { useRoute, go } from './core/router.js'
import { start, useSession } from './core/session.js'
import { Offline, Problem, SessionLeft } from './core/api.js'
import { Button, Empty, Failure, problemText, Skeleton, toast, Toasts } from './core/ui.js'
import { useLanguage } from './core/words.js'
import { say } from './app-words.js'
import { Frame } from './frame.js'
import { Palette } from './palette.js'
import { screensOf } from './screens.js'
import { Locked, SignIn } from './signin.js'

/**
 * One screen; its failure does not take the frame away.
 * @param {{screen: import('./screens.js').Screen}} props
 */
function Screen({ screen }) {
    const [loaded, setLoaded] = useState(/** @type {any} */ (null))
    const [error, reset] = useErrorBoundary()
    useEffect(() => {
        let here = true
        setLoaded(null)
        screen.load().then((module) => here && setLoaded({ id: screen.id, Part: module.default }), (failure) => here && setLoaded({ failure }))
        return () => {
            here = false
        }
    }, [screen.id])
    if (error || loaded?.failure) return html`<div class="stack"><p><strong>${say('failed')}</strong></p><${Failure} error=${error || loaded.failure} retry=${() => (reset(), location.reload())} /></div>`
    if (loaded?.id !== screen.id) return html`<${Skeleton} rows=${6} />`
    return html`<${loaded.Part} />`
}

function App() {
    const { state, role } = useSession()
    const route = useRoute()
    const tongue = useLanguage()
    const [error] = useErrorBoundary()
    useEffect(() => {
        start()
    }, [])
    const screens = screensOf(role)
    const screen = screens.find((one) => one.id === route.screen)
    useEffect(() => {
        if (state === 'in' && !route.screen && screens.length) go(screens[0].id)
    }, [state, route.screen, role])
    if (error) return html`<main class="sign"><div class="sign-card"><h1>${say('failed')}</h1><${Failure} error=${error} retry=${() => location.reload()} /></div></main>`
    let shown
    if (state === 'starting') shown = html`<main class="sign" aria-busy="true"></main>`
    else if (state === 'out') shown = html`<${SignIn} />`
    else if (state === 'locked') shown = html`<${Locked} />`
    else if (state === 'unreachable') shown = html`<${Unreachable} />`
    else shown = html`<${Frame} screens=${screens} at=${screen?.id}>${screen ? html`<${Screen} key=${screen.id} screen=${screen} />`
        : html`<${Empty} title=${say('nothingHere')} text=${say('nothingText')} action=${screens[0] && html`<${Button} kind="primary" onClick=${() => go(screens[0].id)}>${say(/** @type {any} */ (screens[0].title))}<//>`} />`}<//>`
    return html`<div key=${tongue}>${shown}<${Palette} /><${Toasts} /></div>`
}

function Unreachable() {
    useEffect(() => {
        const timer = setInterval(start, 10_000)
        window.addEventListener('online', start)
        return () => (clearInterval(timer), window.removeEventListener('online', start))
    }, [])
    return html`<main class="sign"><div class="sign-card"><h1>${say('unreachable')}</h1><p>${say('unreachableText')}</p><div><${Button} kind="primary" onClick=${start}>${say('retry')}<//></div></div></main>`
}

// What was refused without a part of the page that tells it, such as a step of a menu.
window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event
    const isKnown = reason instanceof Problem || reason instanceof Offline || reason instanceof SessionLeft
    if (!isKnown) return
    event.preventDefault()
    toast(problemText(reason), { tone: 'bad' })
})

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')))
