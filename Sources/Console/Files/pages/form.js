import { html, useState } from '../core/dom.js'

/** A form that Enter sends. @param {{action: string, onSend: () => any, error?: string, children?: any}} props */
export function Form({ action, onSend, error, children }) {
    const [busy, setBusy] = useState(false)
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault()
        if (busy) return
        setBusy(true)
        await onSend()
        setBusy(false)
        requestAnimationFrame(() => /** @type {any} */ (document.querySelector('[data-missing] button, [aria-invalid="true"]'))?.focus())
    }
    return html`<form class="page-form" noValidate onSubmit=${submit}>${children}${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <button type="submit" class="button primary" disabled=${busy} aria-busy=${busy ? 'true' : undefined}>${action}</button></form>`
}
