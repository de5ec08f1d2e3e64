// Booking without an account: a service, a time, who comes, and the code that is mailed.
import { get, Problem } from '../core/api.js'
import { html, useEffect, useState } from '../core/dom.js'
import { addDays, dateTime, setZone, today } from '../core/format.js'
import { Button, Failure, Icon, Select, Skeleton } from '../core/ui.js'
import { useLanguage } from '../core/words.js'
import { TimeChooser } from '../pages/chooser.js'
import { Page, show } from '../pages/frame.js'
import { stepBack, useSteps } from '../pages/steps.js'
import { Ask } from './ask.js'
import { Code, Done } from './code.js'
import { say } from './words.js'

/** The clinic whose page this is: `/book/CLINIC_ID`. */
const clinicID = decodeURIComponent(location.pathname.split('/')[2] || '')
const root = `/public/clinics/${encodeURIComponent(clinicID)}`
/** Days ahead that are looked through. */
const horizon = 120

function Book() {
    useLanguage()
    const [offer, setOffer] = useState(/** @type {any} */ (null))
    const [failure, setFailure] = useState(/** @type {any} */ (null))
    const [service, setService] = useState(/** @type {any} */ (null))
    const [slot, setSlot] = useState(/** @type {any} */ (null))
    const [doctors, setDoctors] = useState(/** @type {any[]} */ ([]))
    const [person, setPerson] = useState(/** @type {any} */ ({}))
    const [request, setRequest] = useState(/** @type {any} */ (null))
    const [done, setDone] = useState(/** @type {any} */ (null))
    const [turn, setTurn] = useState(0)
    const load = async () => {
        setFailure(null)
        try {
            const found = await get(`${root}/services`, {}, { open: true })
            setZone(found.time_zone)
            setOffer(found)
        } catch (problem) {
            setFailure(problem)
        }
    }
    useEffect(() => {
        load()
    }, [])

    const clinic = { name: offer?.clinic_name, id: offer ? clinicID : undefined, phone: offer?.clinic_phone }
    const depth = done ? 4 : request ? 3 : slot ? 2 : service ? 1 : 0
    useSteps(depth, (next) => {
        if (done || next < 3) setRequest(null)
        if (done || next < 2) setSlot(null)
        if (done || next < 1) setService(null)
        setDone(null)
    })
    if (failure instanceof Problem && (failure.status === 404 || failure.status === 400)) return html`<${Page} title=${say('closed')}><p>${say('closedText')}</p><div class="page-actions"><a class="button" href="/">${say('signIn')}</a></div><//>`
    if (failure) return html`<${Page} title=${say('title')}><${Failure} error=${failure} retry=${load} /><//>`
    if (!offer) return html`<${Page} title=${say('title')}><${Skeleton} rows=${6} /><//>`
    if (done) return html`<${Page} title=${done.status === 'requested' ? say('done') : say('doneBooked')} clinic=${clinic}><${Done} visit=${done} onRestart=${() => stepBack(depth)} /><//>`

    const choice = html`<${Choice} service=${service} slot=${slot} doctors=${doctors} onDoctor=${(/** @type {any} */ next) => setSlot(next)} onChange=${!request && (() => stepBack())} />`
    if (request) {
        return html`<${Page} title=${say('code')} clinic=${clinic}><${Steps} at=${4} />${choice}
            <${Code} root=${root} request=${request} email=${person.email} onRequest=${setRequest} onBack=${() => stepBack()} onDone=${setDone} onOtherTime=${() => (setTurn(turn + 1), stepBack(2))} /><//>`
    }
    if (slot) {
        return html`<${Page} title=${say('person')} clinic=${clinic}><${Steps} at=${3} />${choice}
            <${Ask} root=${root} service=${service} slot=${slot} person=${person} onPerson=${setPerson} onSlot=${setSlot} onSent=${setRequest} onTaken=${() => (setTurn(turn + 1), stepBack())} /><//>`
    }
    if (service) {
        const query = { service_id: service.service_id }
        return html`<${Page} title=${say('chooseTime')} clinic=${clinic} wide><${Steps} at=${2} />
            <div class="row spread"><p><strong>${service.name}</strong> <span class="muted">${say('minutes', { count: service.duration_minutes })}</span></p><${Button} kind="quiet" icon="left" onClick=${() => stepBack()}>${say('back')}<//></div>
            <${TimeChooser} key=${service.service_id} first=${today()} last=${addDays(today(), horizon)} turn=${turn}
                loadDays=${async (/** @type {string} */ from, /** @type {string} */ to) => (await get(`${root}/days`, { ...query, from, to }, { open: true })).items}
                loadTimes=${async (/** @type {string} */ day) => (await get(`${root}/times`, { ...query, from: day, to: day }, { open: true })).items}
                onChoose=${(/** @type {any} */ chosen, /** @type {any[]} */ same) => {
                    setDoctors(same)
                    setSlot({ ...chosen, anyDoctor: true })
                }} /><//>`
    }
    return html`<${Page} title=${say('chooseService')} clinic=${clinic}><${Steps} at=${1} /><${Services} items=${offer.items} onPick=${setService} />
        <p class="muted"><a href="/">${say('signIn')}</a></p>${offer.clinic_phone && html`<p class="muted">${say('call', { phone: offer.clinic_phone })}</p>`}<//>`
}

/** @param {{at: number}} props */
function Steps({ at }) {
    return html`<div class="page-steps" role="img" aria-label=${say('step', { at, count: 4 })}>${[1, 2, 3, 4].map((step) => html`<span class=${step <= at ? 'done' : ''}></span>`)}</div>`
}

/** @param {{items: any[], onPick: (service: any) => any}} props */
function Services({ items, onPick }) {
    if (!items.length) return html`<p>${say('noServices')}</p>`
    const groups = [...new Set(items.map((one) => one.category || ''))]
    return groups.map((group) => html`<section class="stack"><h2>${group || (groups.length > 1 ? say('other') : '')}</h2><ul class="bare page-choices">${items.filter((one) => (one.category || '') === group).map((one) => html`<li key=${one.service_id}>
        <button type="button" class="button page-choice" onClick=${() => onPick(one)}><span>${one.name}<small>${say('minutes', { count: one.duration_minutes })}${one.minimum_age ? ` · ${say('fromAge', { count: one.minimum_age })}` : ''}</small></span><${Icon} name="right" /></button></li>`)}</ul></section>`)
}

/** What was chosen, and the doctor if the clinic shows its doctors. @param {{service: any, slot: any, doctors: any[], onDoctor: (slot: any) => any, onChange: false | (() => any)}} props */
function Choice({ service, slot, doctors, onDoctor, onChange }) {
    const named = doctors.filter((one) => one.doctor_name)
    return html`<section class="card stack" aria-label=${say('chosen')}><div class="row spread"><p><strong>${service.name}</strong><br />${dateTime(slot.start)}</p>${onChange && html`<${Button} small onClick=${onChange}>${say('change')}<//>`}</div>
        ${named.length > 1 && onChange ? html`<label class="field"><span class="label">${say('doctor')}</span><${Select} value=${slot.anyDoctor ? '' : slot.doctor_id} onChange=${(/** @type {string} */ id) => onDoctor(id ? doctors.find((one) => one.doctor_id === id) : { ...slot, anyDoctor: true })}
            options=${[{ value: '', label: say('anyDoctor') }, ...named.map((one) => ({ value: one.doctor_id, label: one.doctor_name }))]} /></label>`
        : slot.doctor_name && !(slot.anyDoctor && named.length > 1) ? html`<p class="muted">${say('doctor')} <bdi>${slot.doctor_name}</bdi></p>` : null}</section>`
}

show(Book)
