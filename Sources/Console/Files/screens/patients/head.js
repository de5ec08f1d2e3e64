// The head of a record: who this is, and the steps for the whole record.
import { html } from '../../core/dom.js'
import { fetchRaw, post, problemOf, saveAs } from '../../core/api.js'
import { age, date, nameOf } from '../../core/format.js'
import { go } from '../../core/router.js'
import { Badge, Button, Icon, Menu, PersonName, toast } from '../../core/ui.js'
import { attempt } from './attempt.js'
import { languageName } from './details.js'
import { say } from './words.js'

/**
 * Saves everything on record as one PDF file, for the patient or another clinic.
 * @param {any} patient
 */
async function saveRecord(patient) {
    toast(say('recordIsMade'))
    const response = await fetchRaw(`/patients/${patient.id}/export.pdf`, { headers: { Accept: 'application/pdf' } })
    if (!response.ok) throw await problemOf(response)
    saveAs(await response.blob(), `${nameOf(patient)}.pdf`)
}

/** @param {{patient: any, role: string, onDialog: (name: string) => void, onBook?: () => void, onChanged?: () => any}} props */
export function Head({ patient, role, onDialog, onBook, onChanged }) {
    const isDesk = role === 'receptionist' || role === 'admin'
    const items = [
        { label: say('edit'), keys: 'e', run: () => onDialog('edit') },
        isDesk && { label: say('account'), run: () => onDialog('account') },
        { label: say('duplicates'), run: () => onDialog('duplicates') },
        role === 'admin' && { label: say('wholeRecord'), run: () => attempt(() => saveRecord(patient)) },
        role === 'admin' && { label: patient.restricted ? say('unrestrict') : say('restrict'), run: () => onDialog('restriction') },
    ]
    const accept = async () => {
        await post(`/patients/${patient.id}/accept`)
        toast(say('accepted'))
        await onChanged?.()
    }
    const facts = [
        patient.birth_date && html`<span class="number">${date(patient.birth_date)}</span>`,
        patient.gender && say(/** @type {any} */ (patient.gender)),
        patient.phone && html`<a href=${`tel:${patient.phone.replace(/[^+\d]/g, '')}`}><${Icon} name="phone" />${patient.phone}</a>`,
        patient.email && html`<a href=${`mailto:${patient.email}`}>${patient.email}</a>`,
        patient.language && languageName(patient.language),
        patient.address && html`<bdi>${patient.address.replace(/\n/g, ', ')}</bdi>`,
    ].filter(Boolean)
    return html`<header class="patients-head">
        <span class="patients-initials" aria-hidden="true">${nameOf(patient).split(/\s+/).map((part) => part[0] || '').slice(0, 2).join('')}</span>
        <div class="grow stack tight"><h2 class="patients-name"><${PersonName} person=${patient} />${patient.birth_date && html` <span class="patients-age">${say('years', { count: age(patient.birth_date) })}</span>`}
            ${patient.restricted && html` <${Badge} tone="bad" icon="lock">${say('restricted')}<//>`}${patient.provisional && html` <${Badge} tone="violet">${say('provisional')}<//>`}${patient.erased_at && html` <${Badge} tone="bad">${say('erased')}<//>`}</h2>
            <p class="patients-facts">${facts.map((fact) => html`<span>${fact}</span>`)}</p></div>
        ${role && html`<div class="row patients-steps">
            ${patient.provisional && isDesk && html`<${Button} kind="primary" icon="check" onClick=${accept}>${say('accept')}<//>`}
            <${Button} icon="calendar" keys="b" onClick=${onBook}>${say('book')}<//>
            <${Button} icon="message" keys="w" onClick=${() => go('messages', { patientId: patient.id, patient })}>${say('write')}<//>
            <${Menu} icon="more" label="" ariaLabel=${say('moreSteps')} items=${items} /></div>`}
    </header>`
}
