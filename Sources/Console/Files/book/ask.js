// Who comes, and the request for a code.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { age, today } from '../core/format.js'
import { DateInput, Field, Input, TextArea } from '../core/ui.js'
import { Alternatives } from '../pages/chooser.js'
import { Form } from '../pages/form.js'
import { explain } from '../pages/problems.js'
import { say } from './words.js'

/** Asks for the appointment: the server mails a code. @param {string} root @param {any} service @param {any} slot @param {any} person */
export function sendRequest(root, service, slot, person) {
    const body = {
        given_name: person.given.trim(), family_name: person.family.trim(), birth_date: person.birth, phone: person.phone.trim(), email: person.email.trim(),
        service_id: service.service_id, start: slot.start, ...(slot.doctor_id && !slot.anyDoctor ? { doctor_id: slot.doctor_id } : {}), ...(person.reason?.trim() ? { reason: person.reason.trim() } : {}),
    }
    return post(`${root}/requests`, body, { open: true, headers: { 'Idempotency-Key': crypto.randomUUID() } }).then((answer) => ({ ...answer, body }))
}

/**
 * @param {{root: string, service: any, slot: any, person: any, onPerson: (person: any) => any, onSlot: (slot: any) => any, onSent: (request: any) => any, onTaken: () => any}} props
 */
export function Ask({ root, service, slot, person, onPerson, onSlot, onSent, onTaken }) {
    const [tried, setTried] = useState(false)
    const [error, setError] = useState('')
    const [near, setNear] = useState(/** @type {any[]|null} */ (null))
    const errors = check(person, service)
    const bind = (/** @type {string} */ key) => ({ value: person[key] || '', onInput: (/** @type {string} */ text) => onPerson({ ...person, [key]: text }) })
    const send = async () => {
        setTried(true)
        setError('')
        if (Object.values(errors).some(Boolean)) return
        try {
            onSent(await sendRequest(root, service, slot, person))
        } catch (problem) {
            if (problem instanceof Problem && problem.type === 'public-time-not-offered') {
                if (problem.body.alternatives?.length) return setNear(problem.body.alternatives)
                return onTaken()
            }
            setError(explain(problem))
        }
    }
    const show = (/** @type {string} */ key) => tried && errors[key]
    return html`<p>${say('personText')}</p>
        ${near && html`<${Alternatives} alternatives=${near} onChoose=${(/** @type {any} */ next) => (setNear(null), onSlot(next))} />`}
        <${Form} action=${say('ask')} onSend=${send} error=${error}>
            <div class="page-two"><${Field} label=${say('given')} error=${show('given')}><${Input} autocomplete="given-name" dir="auto" maxLength="100" ...${bind('given')} /><//>
                <${Field} label=${say('family')} error=${show('family')}><${Input} autocomplete="family-name" dir="auto" maxLength="100" ...${bind('family')} /><//></div>
            <div class="page-two"><${Field} label=${say('birth')} error=${show('birth')}><${DateInput} autocomplete="bday" min="1900-01-01" max=${today()} value=${person.birth || ''} onChange=${(/** @type {string} */ day) => onPerson({ ...person, birth: day })} /><//>
                <${Field} label=${say('phone')} error=${show('phone')}><${Input} type="tel" autocomplete="tel" ...${bind('phone')} /><//></div>
            <${Field} label=${say('email')} hint=${say('emailHint')} error=${show('email')}><${Input} type="email" autocomplete="email" ...${bind('email')} /><//>
            <${Field} label=${say('reason')} hint=${say('reasonHint')}><${TextArea} maxLength="500" dir="auto" ...${bind('reason')} /><//><//>`
}

/** @param {any} person @param {any} service @returns {Record<string, string>} */
function check(person, service) {
    const years = age(person.birth)
    return {
        given: person.given?.trim() ? '' : say('needed'), family: person.family?.trim() ? '' : say('needed'), phone: person.phone?.trim() ? '' : say('needed'),
        birth: !person.birth ? say('needBirth') : service.minimum_age && years !== null && years < service.minimum_age ? say('tooYoung', { count: service.minimum_age }) : '',
        email: /^\S+@\S+\.\S+$/.test(person.email?.trim() || '') ? '' : say('needEmail'),
    }
}
