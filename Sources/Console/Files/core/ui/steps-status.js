import { html, useEffect, useState } from '../dom.js'
import { time } from '../format.js'
import { useSignal } from '../signal.js'
import { dismissRefusals, dropWaiting, keptSteps, problemOfRefusal, sendWaiting, survivesReload } from '../steps.js'
import { Button, problemText } from './basics.js'
import { Confirm, Dialog } from './dialogs.js'
import { say } from './steps-words.js'

/** Tells that steps wait or were refused, with a dialog that lists them. */
export function StepsStatus() {
    const { waiting, refused } = useSignal(keptSteps)
    const [open, setOpen] = useState(false)
    const seen = refused.length
    // A refusal asks for a person: the list opens by itself when the first one comes.
    useEffect(() => {
        if (seen && !document.querySelector('dialog[open]')) setOpen(true)
    }, [seen])
    if (!waiting.length && !refused.length) return open ? html`<${Closer} close=${() => setOpen(false)} />` : null
    return html`<div class="steps-bar" role="status">
        ${waiting.length > 0 && html`<span>${say('waiting', { count: waiting.length })}</span>`}
        ${refused.length > 0 && html`<strong>${say('refused', { count: refused.length })}</strong>`}
        <${Button} small onClick=${() => setOpen(true)}>${say('show')}<//>
        ${open && html`<${StepsDialog} waiting=${waiting} refused=${refused} onClose=${() => setOpen(false)} />`}</div>`
}

/** @param {{close: () => void}} props */
function Closer({ close }) {
    useEffect(close, [])
    return null
}

/** @param {{waiting: any[], refused: any[], onClose: () => void}} props */
function StepsDialog({ waiting, refused, onClose }) {
    return html`<${Dialog} title=${say('title')} onClose=${onClose} wide footer=${html`
        ${refused.length > 0 && html`<${Button} kind=${waiting.length ? 'plain' : 'primary'} onClick=${() => dismissRefusals()}>${say('dismissAll')}<//>`}
        ${waiting.length > 0 && html`<${Button} kind="primary" onClick=${sendWaiting}>${say('send')}<//>`}`}>
        ${refused.length > 0 && html`<section class="stack"><h3>${say('refusedHead')}</h3><p class="muted">${say('refusedText')}</p>
            <ul class="bare stack">${refused.map((one) => html`<li key=${one.key} class="notice bad row spread"><div class="grow"><strong><bdi>${one.title}</bdi></strong> <span class="muted small">${say('at', { time: time(one.at) })}</span>
                <div>${one.problem.type === 'previous-not-done' ? say('previous') : problemText(problemOfRefusal(one))}</div></div>
                <${Button} small onClick=${() => dismissRefusals(one.key)}>${say('dismiss')}<//></li>`)}</ul></section>`}
        ${waiting.length > 0 && html`<section class="stack"><h3>${say('waitingHead')}</h3><p class="muted">${survivesReload() ? say('waitingText') : say('memoryOnly')}</p>
            <ol class="bare stack">${waiting.map((one) => html`<li key=${one.key} class="notice row spread"><div class="grow"><strong><bdi>${one.title}</bdi></strong> <span class="muted small">${say('at', { time: time(one.at) })}</span></div>
                ${!one.tried && html`<${Button} small onClick=${() => dropWaiting(one.key)}>${say('remove')}<//>`}</li>`)}</ol></section>`}<//>`
}

/**
 * Asks before signing out if steps would be lost.
 * @param {{onConfirm: () => any, onClose: () => void}} props
 */
export function LoseSteps({ onConfirm, onClose }) {
    const { waiting } = useSignal(keptSteps)
    return html`<${Confirm} title=${say('loseTitle')} text=${say('loseText', { count: waiting.length })} confirm=${say('lose')} danger onConfirm=${onConfirm} onClose=${onClose}>
        <ul>${waiting.slice(0, 8).map((one) => html`<li key=${one.key}><bdi>${one.title}</bdi></li>`)}</ul><//>`
}
