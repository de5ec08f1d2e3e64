// Registering a patient. If the API knows somebody of the same name and birth date, both ways on are offered.
import { get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { age, date } from '../../core/format.js'
import { Button, Dialog, PersonName, ProblemText, toast } from '../../core/ui.js'
import { useOnce } from './attempt.js'
import { bodyOf, DetailFields, detailsOf, mistakesOf } from './details.js'
import { say } from './words.js'

/**
 * What the text of the search says about a new patient: a birth date, a telephone number, names.
 * @param {string} text
 */
export function readText(text) {
    const details = detailsOf()
    let rest = text.trim()
    const iso = rest.match(/\b(\d{4})-(\d{2})-(\d{2})\b/)
    const german = rest.match(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/)
    if (iso) details.birth_date = iso[0]
    else if (german) details.birth_date = `${german[3]}-${german[2].padStart(2, '0')}-${german[1].padStart(2, '0')}`
    rest = rest.replace(iso?.[0] || german?.[0] || '', ' ')
    const phone = rest.match(/\+?\d[\d ()/.-]{2,}/)
    if (phone) details.phone = phone[0].trim()
    const names = rest.replace(phone?.[0] || '', ' ').trim().split(/\s+/).filter(Boolean)
    const shown = names.map((name) => name[0].toLocaleUpperCase() + name.slice(1))
    details.given_name = shown[0] || ''
    details.family_name = shown.slice(1).join(' ')
    return details
}

/** @param {{text: string, onClose: () => void, onDone: (patient: any) => void}} props */
export function Register({ text, onClose, onDone }) {
    const [details, setDetails] = useState(() => readText(text))
    const [tried, setTried] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [same, setSame] = useState(/** @type {any[]|null} */ (null))
    const once = useOnce()
    const mistakes = tried ? mistakesOf(details) : {}
    const send = async (/** @type {boolean} */ another) => {
        setTried(true)
        setProblem(null)
        if (Object.keys(mistakesOf(details)).length) return
        const body = { ...bodyOf(details), ...(another ? { allow_duplicate: true } : {}) }
        try {
            const patient = await once(body, (key) => post('/patients', body, { key }))
            toast(say('registered'))
            onDone(patient)
        } catch (error) {
            if (!(error instanceof Problem) || error.type !== 'possible-duplicate') return setProblem(error)
            const ids = error.body.patient_ids || []
            setSame(await Promise.all(ids.map((id) => get(`/patients/${id}`).catch(() => ({ id, ...bodyOf(details), restricted: true })))))
        }
    }
    if (same) return html`<${Dialog} key="same" title=${say('duplicateTitle')} onClose=${onClose} footer=${html`<${Button} onClick=${() => setSame(null)}>${say('backToForm')}<//>
            <${Button} kind="danger" onClick=${() => send(true)}>${say('anotherPerson')}<//>`}>
        <p>${say('duplicateText')}</p>
        <ul class="bare stack">${same.map((one) => html`<li key=${one.id} class="patients-same"><div class="stack tight"><strong><${PersonName} person=${one} /></strong>
            <span class="muted small">${one.birth_date ? `${date(one.birth_date)} · ${say('years', { count: age(one.birth_date) })}` : ''}</span>
            <span class="muted small">${[one.phone, one.email, one.address?.replace(/\n/g, ', ')].filter(Boolean).join(' · ')}</span></div>
            <${Button} kind="primary" onClick=${() => onDone(one)}>${say('samePerson')}<//></li>`)}</ul>
        <${ProblemText} problem=${problem} /><//>`
    return html`<${Dialog} key="form" title=${say('register')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${() => send(false)}>${say('register')}<//>`}>
        <form class="stack" onSubmit=${(event) => (event.preventDefault(), send(false))}><${DetailFields} details=${details} onChange=${setDetails} mistakes=${mistakes} /><button type="submit" hidden></button></form>
        <${ProblemText} problem=${problem} /><//>`
}
