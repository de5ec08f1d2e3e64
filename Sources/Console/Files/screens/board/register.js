import { html, useRef, useState } from '../../core/dom.js'
import { get, post } from '../../core/api.js'
import { date, today } from '../../core/format.js'
import { Button, DateInput, Field, Input, PersonName, problemText } from '../../core/ui.js'
import { language } from '../../core/words.js'
import { isProblem } from './actions.js'
import { say } from './words.js'

/**
 * Registers a patient with the least that is needed.
 * @param {{onDone: (patient: any) => void, onBack: () => void}} props
 */
export function Register({ onDone, onBack }) {
    const [draft, setDraft] = useState({ given_name: '', family_name: '', birth_date: '', phone: '' })
    const [tried, setTried] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [same, setSame] = useState(/** @type {any[]} */ ([]))
    // A second try after a lost answer registers nobody twice.
    const attempt = useRef({ body: '', key: '' })
    const missing = (/** @type {keyof typeof draft} */ name) => (tried && !draft[name].trim() ? say('missing') : '')
    const edit = (/** @type {string} */ name) => (/** @type {string} */ text) => {
        setDraft({ ...draft, [name]: text })
        setProblem(null)
        setSame([])
    }
    const send = async (allow = false) => {
        setTried(true)
        const body = { given_name: draft.given_name.trim(), family_name: draft.family_name.trim(), birth_date: draft.birth_date, language: language(), ...(draft.phone.trim() ? { phone: draft.phone.trim() } : {}), ...(allow ? { allow_duplicate: true } : {}) }
        if (!body.given_name || !body.family_name || !body.birth_date) return
        const text = JSON.stringify(body)
        if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
        try {
            onDone(await post('/patients', body, { key: attempt.current.key }))
        } catch (error) {
            setProblem(error)
            const ids = /** @type {any} */ (error)?.body?.patient_ids
            if (ids) setSame(await Promise.all(ids.slice(0, 5).map((/** @type {string} */ id) => get(`/patients/${id}`).catch(() => null))).then((found) => found.filter(Boolean)))
        }
    }
    return html`<fieldset class="board-register"><legend>${say('register')}</legend>
        <div class="board-two"><${Field} label=${say('given')} error=${missing('given_name')}><${Input} autofocus autocomplete="off" maxLength="100" value=${draft.given_name} onInput=${edit('given_name')} /><//>
        <${Field} label=${say('family')} error=${missing('family_name')}><${Input} autocomplete="off" maxLength="100" value=${draft.family_name} onInput=${edit('family_name')} /><//>
        <${Field} label=${say('birth')} error=${missing('birth_date')}><${DateInput} max=${today()} min="1900-01-01" value=${draft.birth_date} onChange=${edit('birth_date')} /><//>
        <${Field} label=${`${say('phone')} (${say('optional')})`}><${Input} type="tel" autocomplete="off" maxLength="40" value=${draft.phone} onInput=${edit('phone')} /><//></div>
        ${problem && html`<div class="notice bad stack" role="alert"><p>${isProblem(problem, 'possible-duplicate') ? say('duplicate') : problemText(problem)}</p>
            ${same.map((one) => html`<div class="row" key=${one.id}><strong><${PersonName} person=${one} /></strong><span class="muted">${date(one.birth_date)} ${one.phone || ''}</span><${Button} small onClick=${() => onDone(one)}>${say('useThis')}<//></div>`)}
            ${isProblem(problem, 'possible-duplicate') && html`<div><${Button} small onClick=${() => send(true)}>${say('otherPerson')}<//></div>`}</div>`}
        <div class="row"><${Button} kind="primary" onClick=${() => send()}>${say('register')}<//><${Button} kind="quiet" onClick=${onBack}>${say('pickPatient')}<//></div></fieldset>`
}
