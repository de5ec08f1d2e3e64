// The frame of the pages that people open without signing in: the clinic's logo and name, the language, and the content.
import { html, render, useEffect, useRef, useState } from '../core/dom.js'
import { Toasts } from '../core/ui.js'
import { languageNames, languages, setLanguage, useLanguage } from '../core/words.js'
import { say } from './words.js'

/**
 * @param {{title: any, clinic?: {name?: string, id?: string, phone?: string|null}, children?: any, wide?: boolean}} props
 */
export function Page({ title, clinic = {}, children, wide }) {
    const current = useLanguage()
    /** The clinic whose logo there is not. */
    const [without, setWithout] = useState('')
    return html`<div class="page">
        <a class="page-skip" href="#content" onClick=${skip}>${say('skip')}</a>
        <header class="page-head"><div class="page-clinic">${clinic.id && without !== clinic.id && html`<img src=${`/api/v1/public/clinics/${encodeURIComponent(clinic.id)}/logo`} alt="" onError=${() => setWithout(clinic.id || '')} />`}
            <strong><bdi>${clinic.name || 'Chairside'}</bdi></strong></div>
            <label class="page-language"><span class="sr-only">${say('language')}</span><select class="input" value=${current} onChange=${(/** @type {any} */ event) => setLanguage(event.target.value)}>
                ${languages.map((one) => html`<option value=${one} selected=${one === current}>${languageNames[one]}</option>`)}</select></label></header>
        <main id="content" tabIndex="-1" class=${`page-main stack ${wide ? 'wide' : ''}`}><${Heading} text=${title} />${children}</main>
        <${Toasts} /></div>`
}

/** The title; a new one gets the focus, so that a screen reader says what has happened. @param {{text: any}} props */
function Heading({ text }) {
    const element = useRef(/** @type {any} */ (null))
    const before = useRef(text)
    useEffect(() => {
        document.title = String(text)
        if (before.current !== text) element.current?.focus()
        before.current = text
    }, [text])
    return html`<h1 ref=${element} tabIndex="-1">${text}</h1>`
}

/** The address keeps its form: `#…` is for tokens. @param {any} event */
function skip(event) {
    event.preventDefault()
    document.getElementById('content')?.focus()
}

/** Shows a page. @param {any} Root a component */
export function show(Root) {
    const place = document.getElementById('page')
    if (place) render(html`<${Root} />`, place)
}

/** @param {{tone?: 'good'|'bad'|'warn'|'info', children?: any}} props */
export function Notice({ tone = 'info', children }) {
    return html`<div class=${`notice stack ${tone}`} role=${tone === 'bad' ? 'alert' : 'status'}>${children}</div>`
}
