// Consents: reading, signing, and withdrawing.
import { post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dayOf } from '../../core/format.js'
import { Badge, Button, Checkbox, Dialog, Field, Input, TextArea, toast } from '../../core/ui.js'
import { explain } from '../../pages/problems.js'
import { Sure } from '../../pages/sure.js'
import { Act } from './act.js'
import { Paged } from './pages.js'
import { Signature } from './signature.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** @type {Record<string, any>} */
const tones = { presented: 'warn', signed: 'good', withdrawn: 'neutral' }

export function Consents() {
    const who = useWho()
    return html`<${Paged} path="/patient/consents" query=${who.query} icon="check" row=${(/** @type {any} */ one, /** @type {any} */ reload) => html`<${Consent} consent=${one} canAct=${who.canAct} onChanged=${reload} />`} />`
}

/** @param {{consent: any, canAct: boolean, onChanged: () => any}} props */
function Consent({ consent, canAct, onChanged }) {
    const [asked, setAsked] = useState('')
    const [reason, setReason] = useState('')
    const day = consent.withdrawn_at ? say('withdrawnOn', { day: date(dayOf(consent.withdrawn_at)) }) : consent.signed_at ? say('signedOn', { day: date(dayOf(consent.signed_at)) }) : say('presentedOn', { day: date(dayOf(consent.presented_at)) })
    const withdraw = async () => {
        await post(`/patient/consents/${consent.id}/withdraw`, reason.trim() ? { reason: reason.trim() } : {})
        toast(say('withdrawDone'))
        setAsked('')
        await onChanged()
    }
    return html`<article class="card stack"><div class="row spread"><h3 dir="auto">${consent.wording?.title || say('consent')}</h3><${Badge} tone=${tones[consent.status]}>${say(consent.status)}<//></div><p class="muted small">${day}</p>
        ${consent.signature && html`<p class="muted small">${say('signedBy')} <bdi>${consent.signature.signed_name}</bdi></p>${consent.signature.drawing && html`<${Drawn} path=${consent.signature.drawing} />`}`}
        <div class="own-actions">${consent.status === 'presented' && canAct ? html`<${Button} kind="primary" onClick=${() => setAsked('sign')}>${say('read')}<//>` : consent.wording && html`<${Button} onClick=${() => setAsked('read')}>${say('open')}<//>`}
            ${consent.status !== 'withdrawn' && canAct && html`<${Button} kind="quiet" onClick=${() => setAsked('withdraw')}>${say('withdraw')}<//>`}</div>
        ${asked === 'read' && html`<${Dialog} title=${consent.wording.title} onClose=${() => setAsked('')}><p class="own-lines" dir="auto">${consent.wording.text}</p><//>`}
        ${asked === 'sign' && html`<${Sign} consent=${consent} onClose=${() => setAsked('')} onDone=${() => (setAsked(''), onChanged())} />`}
        ${asked === 'withdraw' && html`<${Sure} title=${say('sureWithdraw')} text=${say('sureWithdrawText')} keep=${say('keep')} confirm=${say('withdraw')} danger onClose=${() => setAsked('')} onConfirm=${withdraw}><${Field} label=${say('whyWithdraw')}><${TextArea} maxLength="500" dir="auto" value=${reason} onInput=${setReason} /><//><//>`}</article>`
}

/** A drawn signature: the strokes of a path in a box of 300 by 100. @param {{path: string}} props */
function Drawn({ path }) {
    return html`<svg class="own-drawn" viewBox="0 0 300 100" role="img" aria-label=${say('signed')}><path d=${path} /></svg>`
}

/** @param {{consent: any, onClose: () => any, onDone: () => any}} props */
function Sign({ consent, onClose, onDone }) {
    const [agreed, setAgreed] = useState(false)
    const [name, setName] = useState('')
    const [drawing, setDrawing] = useState('')
    const [error, setError] = useState('')
    const sign = async () => {
        if (!name.trim()) return setError(say('needName'))
        try {
            await post(`/patient/consents/${consent.id}/sign`, { signed_name: name.trim(), ...(drawing ? { drawing } : {}) })
            toast(say('consentDone'))
            onDone()
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<${Dialog} wide title=${consent.wording?.title || say('consent')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('back')}<//><${Act} kind="primary" disabled=${!agreed} onClick=${sign}>${say('sign')}<//>`}>
        <div class="own-wording own-lines" tabIndex="0" role="region" aria-label=${consent.wording?.title} dir="auto">${consent.wording?.text}</div>
        <${Checkbox} checked=${agreed} onChange=${setAgreed}>${say('agree')}<//>
        <${Field} label=${say('signedName')} hint=${say('signHint')}><${Input} autocomplete="name" maxLength="200" dir="auto" value=${name} onInput=${(/** @type {string} */ text) => (setError(''), setName(text))} /><//>
        <${Signature} value=${drawing} onChange=${setDrawing} />${error && html`<p class="notice bad" role="alert">${error}</p>`}<//>`
}
