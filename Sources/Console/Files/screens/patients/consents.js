// Consents: presenting a text, and signing it on the clinic's device with the typed name and, if wanted, a drawn signature.
import { all, post } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { dateTime, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Card, Dialog, Empty, Failure, Field, Input, ProblemText, Select, Skeleton, toast } from '../../core/ui.js'
import { useOnce } from './attempt.js'
import { consentTemplates } from './lookups.js'
import { SignaturePad } from './signature.js'
import { say } from './words.js'

const tones = { presented: 'warn', signed: 'good', withdrawn: 'neutral' }

/** @param {{patient: any}} props */
export function Consents({ patient }) {
    const { id } = patient
    const consents = useLoad(() => all(`/patients/${id}/consents`, { limit: 50 }, { limit: 300 }), [id])
    const [presenting, setPresenting] = useState(false)
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const changed = async (/** @type {any} */ consent) => {
        setShown(consent)
        await consents.reload()
    }
    return html`<${Card} title=${say('consents')} actions=${html`<${Button} small kind="primary" icon="plus" onClick=${() => setPresenting(true)}>${say('presentConsent')}<//>`}>
        ${consents.error ? html`<${Failure} error=${consents.error} retry=${consents.reload} />` : !consents.data ? html`<${Skeleton} rows=${3} />` : !consents.data.length ? html`<${Empty} icon="file" title=${say('noConsents')} />`
            : html`<ul class="bare patients-people">${consents.data.map((one) => html`<li key=${one.id}><button type="button" class="patients-link" onClick=${() => setShown(one)}>${one.wording?.title || say('erasedText')}</button>
                <${Badge} tone=${tones[one.status]}>${say(/** @type {any} */ (`consent_${one.status}`))}<//><span class="small muted number">${dateTime(one.signed_at || one.presented_at)}</span>
                ${one.status === 'presented' && html`<${Button} small icon="edit" onClick=${() => setShown(one)}>${say('sign')}<//>`}</li>`)}</ul>`}
        ${presenting && html`<${Present} patient=${patient} onClose=${() => setPresenting(false)} onPresented=${(consent) => (setPresenting(false), changed(consent))} />`}
        ${shown && html`<${Consent} key=${`${shown.id} ${shown.version}`} consent=${shown} patient=${patient} onClose=${() => setShown(null)} onChanged=${changed} />`}<//>`
}

/** @param {{patient: any, onClose: () => void, onPresented: (consent: any) => any}} props */
function Present({ patient, onClose, onPresented }) {
    const templates = useLoad(consentTemplates, [])
    const [id, setID] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    useEffect(() => {
        if (templates.data?.length && !id) setID(templates.data[0].id)
    }, [templates.data])
    const once = useOnce()
    const chosen = templates.data?.find((one) => one.id === id)
    const present = async () => {
        setProblem(null)
        try {
            await onPresented(await once(id, (key) => post(`/patients/${patient.id}/consents`, { template_id: id }, { key })))
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('presentConsent')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" disabled=${!chosen} onClick=${present}>${say('presentConsent')}<//>`}>
        ${templates.error ? html`<${Failure} error=${templates.error} retry=${templates.reload} />` : !templates.data ? html`<${Skeleton} rows=${3} />` : !templates.data.length ? html`<${Empty} title=${say('noTemplates')} text=${say('noTemplatesText')} />`
            : html`<${Field} label=${say('template')}><${Select} value=${id} onChange=${setID} options=${templates.data.map((one) => ({ value: one.id, label: one.wording.title }))} /><//>
                ${chosen && html`<p class="patients-lines patients-wording" tabIndex="0">${chosen.wording.text}</p>`}`}
        <${ProblemText} problem=${problem} /><//>`
}

/**
 * The text of a consent; signing and withdrawing it.
 * @param {{consent: any, patient: any, onClose: () => void, onChanged: (consent: any) => any}} props
 */
function Consent({ consent, patient, onClose, onChanged }) {
    const [name, setName] = useState('')
    const [drawing, setDrawing] = useState('')
    const [withdrawing, setWithdrawing] = useState(false)
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const send = (/** @type {string} */ step, /** @type {any} */ body, /** @type {any} */ word) => async () => {
        setProblem(null)
        try {
            await onChanged(await post(`/consents/${consent.id}/${step}`, body))
            toast(say(word))
        } catch (error) {
            setProblem(error)
        }
    }
    const isOpen = consent.status === 'presented'
    const sign = send('sign', { signed_name: name.trim(), ...(drawing ? { drawing } : {}) }, 'consentSigned')
    const withdraw = send('withdraw', reason.trim() ? { reason: reason.trim() } : {}, 'consentWithdrawn')
    return html`<${Dialog} title=${consent.wording?.title || say('consents')} wide onClose=${onClose} footer=${html`
            ${consent.status !== 'withdrawn' && (withdrawing ? html`<${Button} kind="danger" onClick=${withdraw}>${say('withdraw')}<//>` : html`<${Button} kind="quiet" onClick=${() => setWithdrawing(true)}>${say('withdraw')}<//>`)}
            ${isOpen && !withdrawing && html`<${Button} kind="primary" icon="edit" disabled=${!name.trim()} onClick=${sign}>${say('sign')}<//>`}`}>
        <div class="row"><${Badge} tone=${tones[consent.status]}>${say(/** @type {any} */ (`consent_${consent.status}`))}<//><span class="small muted">${say('presentedAt', { at: dateTime(consent.presented_at) })}</span></div>
        <p class="patients-lines patients-wording" tabIndex="0">${consent.wording?.text || say('erasedText')}</p>
        ${isOpen && !withdrawing && html`<p class="muted small">${say('signText', { name: nameOf(patient) })}</p>
            <${Field} label=${say('typedName')} hint=${say('typedNameHint')}><${Input} value=${name} onInput=${setName} maxlength="200" autocomplete="off" /><//>
            <${SignaturePad} onChange=${setDrawing} />`}
        ${consent.signature && html`<div class="patients-signed"><span>${say('signedBy', { name: consent.signature.signed_name })}, ${dateTime(consent.signed_at)}</span>
            ${consent.signature.drawing && html`<svg class="patients-signature" viewBox="0 0 600 160" role="img" aria-label=${say('signature')}><path d=${consent.signature.drawing} /></svg>`}</div>`}
        ${consent.withdrawn_at && html`<p class="notice">${say('withdrawnAt', { at: dateTime(consent.withdrawn_at) })}${consent.reason ? `: ${consent.reason}` : ''}</p>`}
        ${withdrawing && html`<${Field} label=${say('reasonOptional')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//>`}
        <${ProblemText} problem=${problem} /><//>`
}
