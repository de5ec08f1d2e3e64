import { get, saveAs } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { useHandedOver } from '../../core/router.js'
import { Button, Card, Field, Icon, Input, problemText } from '../../core/ui.js'
import { checkProof } from './chain.js'
import { say } from './words.js'

/** Proves that an event has not been changed since it was recorded. */
export function Proof() {
    const given = useHandedOver()
    const [position, setPosition] = useState(given?.position ? String(given.position) : '')
    const [result, setResult] = useState(/** @type {any} */ (null))
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const prove = async (number = position) => {
        setResult(null)
        setProblem(null)
        try {
            const proof = await get('/audit-events/proof', { position: number })
            setResult({ proof, checks: crypto.subtle ? await checkProof(proof) : null })
        } catch (error) {
            setProblem(error)
        }
    }
    useEffect(() => {
        if (!given?.position) return
        setPosition(String(given.position))
        prove(String(given.position))
    }, [given])
    return html`<div class="stack history-narrow"><p>${say('proofHint')}</p>
        <form class="row history-what" onSubmit=${(/** @type {any} */ event) => (event.preventDefault(), position && prove())}><${Field} label=${say('position')} hint=${say('positionHint')}><${Input} type="number" min="1" inputMode="numeric" value=${position} onInput=${setPosition} /><//>
            <${Button} kind="primary" disabled=${!position} onClick=${() => prove()}>${say('check')}<//></form>
        ${problem && html`<p class="notice bad" role="alert">${problemText(problem)}</p>`}
        ${result && html`<${Outcome} proof=${result.proof} checks=${result.checks} />`}</div>`
}

/** @param {{ok: boolean|null, text: string}} props */
function Step({ ok, text }) {
    return html`<li class=${ok === null ? 'muted' : ok ? 'history-ok' : 'history-bad'}><${Icon} name=${ok === null ? 'info' : ok ? 'check' : 'close'} label=${ok === null ? '' : ok ? say('ok') : say('notOk')} /><span>${text}</span></li>`
}

/** @param {{proof: any, checks: any}} props */
function Outcome({ proof, checks }) {
    const holds = checks && checks.event && checks.path && checks.signature !== false
    const sentence = !checks ? say('insecure') : !holds ? say('bad') : checks.signature === null ? say('unknown') : say('good', { position: proof.position })
    const { head } = proof
    return html`<${Card}><p class=${`history-verdict ${!checks || checks.signature === null ? 'warn' : holds ? 'good' : 'bad'}`} role="status"><${Icon} name="shield" /><strong>${sentence}</strong></p>
        ${checks && html`<ol class="bare history-checks"><${Step} ok=${null} text=${say('step1')} /><${Step} ok=${checks.event} text=${say('step2')} /><${Step} ok=${checks.path} text=${say('step3', { count: proof.path.length })} /><${Step} ok=${checks.signature} text=${checks.signature === null ? say('step4no') : say('step4')} /></ol>`}
        <p class="muted">${say('signedAt', { at: dateTime(head.signed_at), position: head.position, key: head.key_id })}</p>${checks && html`<p class="muted small">${say('here')}</p>`}
        <details class="admin-details"><summary>${say('details')}</summary><dl class="history-hashes"><dt>${say('previous')}</dt><dd><code>${proof.previous_hash}</code></dd><dt>${say('fingerprint')}</dt><dd><code>${proof.digest}</code></dd><dt>${say('position')} ${proof.position}</dt><dd><code>${proof.hash}</code></dd><dt>${say('headHash')} (${head.position})</dt><dd><code>${head.hash}</code></dd></dl></details>
        <div class="row"><${Button} icon="download" onClick=${() => saveAs(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }), `proof-${proof.position}.json`)}>${say('keep')}<//></div><//>`
}
