// Family: those for whom the patient pays, and guardians, who see the patient's appointments and bills in their own app.
import { del, get, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { age, date, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Card, Confirm, Failure, PatientPicker, PersonName, Skeleton, toast } from '../../core/ui.js'
import { showPatient } from './state.js'
import { attempt } from './attempt.js'
import { say } from './words.js'

const person = (/** @type {string} */ id) => get(`/patients/${id}`).catch(() => ({ id, name: say('restrictedName'), restricted: true }))

/** @param {{patient: any, visits: any}} props */
export function Tab({ patient, visits }) {
    const { id } = patient
    const account = useLoad(async () => {
        const found = await get(`/family-accounts/${id}`)
        return { ...found, people: await Promise.all(found.members.map(person)) }
    }, [id])
    // A guardian is known here once one has booked or signed, or was named on this screen.
    const guardianIDs = [...new Set((visits.data || []).map((row) => row.appointment.guardian_id).filter(Boolean))]
    const seen = useLoad(() => Promise.all(guardianIDs.map(person)), [guardianIDs.join()])
    const [named, setNamed] = useState(/** @type {any[]} */ ([]))
    const [released, setReleased] = useState(/** @type {string[]} */ ([]))
    const [dependants, setDependants] = useState(/** @type {any[]|null} */ (null))
    const [asks, setAsks] = useState(/** @type {any} */ (null))
    const [picking, setPicking] = useState('')
    const guardians = [...named, ...(seen.data || []).filter((one) => !named.some((two) => two.id === one.id))].filter((one) => !released.includes(one.id))
    const setMembers = async (/** @type {any[]} */ people) => {
        if (!account.data) return
        await put(`/family-accounts/${id}`, { members: people.map((one) => one.id) }, account.data.members.length ? { ifMatch: `"${account.data.version}"` } : {}).finally(account.reload)
        toast(say('saved'))
    }
    const name = async (/** @type {any} */ guardian) => {
        await put(`/patients/${id}/guardians/${guardian.id}`)
        setNamed([guardian, ...named])
        setReleased(released.filter((one) => one !== guardian.id))
        toast(say('guardianNamed'))
    }
    const nameDependant = async (/** @type {any} */ child) => {
        const answer = await put(`/patients/${child.id}/guardians/${id}`)
        setDependants(await Promise.all(answer.dependants.map(person)))
        toast(say('guardianNamed'))
    }
    const release = async (/** @type {{child: any, guardian: any}} */ { child, guardian }) => {
        const answer = await del(`/patients/${child.id}/guardians/${guardian.id}`)
        if (guardian.id === id) setDependants(await Promise.all(answer.dependants.map(person)))
        else {
            setNamed(named.filter((one) => one.id !== guardian.id))
            setReleased([...released, guardian.id])
        }
        setAsks(null)
        toast(say('guardianReleased'))
    }
    return html`<div class="patients-columns">
        <${Card} title=${say('guardians')} actions=${html`<${Button} small icon="plus" onClick=${() => setPicking(picking === 'guardian' ? '' : 'guardian')}>${say('nameGuardian')}<//>`}>
            <p class="small muted">${say('guardiansText')}</p>
            ${picking === 'guardian' && html`<${Asked} say=${say('nameGuardianOf', { name: nameOf(patient) })} patient=${patient} onCancel=${() => setPicking('')} confirm=${say('nameGuardian')} onPick=${(one) => name(one).then(() => setPicking(''))} />`}
            <${People} people=${guardians} action=${say('release')} onAction=${(one) => setAsks({ child: patient, guardian: one })} />
            <details><summary>${say('releaseOther')}</summary><${PatientPicker} label=${say('releaseOther')} onPick=${(one) => setAsks({ child: patient, guardian: one })} /></details><//>
        <${Card} title=${say('dependants')} actions=${html`<${Button} small icon="plus" onClick=${() => setPicking(picking === 'child' ? '' : 'child')}>${say('addDependant')}<//>`}>
            <p class="small muted">${say('dependantsText', { name: nameOf(patient) })}</p>
            ${picking === 'child' && html`<${Asked} say=${say('dependantOf', { name: nameOf(patient) })} patient=${patient} onCancel=${() => setPicking('')} confirm=${say('addDependant')} onPick=${(one) => nameDependant(one).then(() => setPicking(''))} />`}
            ${dependants && html`<${People} people=${dependants} action=${say('release')} onAction=${(one) => setAsks({ child: one, guardian: patient })} />`}<//>
        <${Card} title=${say('paysFor')} actions=${html`<${Button} small icon="plus" onClick=${() => setPicking(picking === 'member' ? '' : 'member')}>${say('addMember')}<//>`}>
            <p class="small muted">${say('paysForText')}</p>
            ${picking === 'member' && html`<${PatientPicker} autofocus label=${say('addMember')} onPick=${(one) => (setPicking(''), attempt(() => setMembers([...(account.data?.people || []).filter((two) => two.id !== one.id), one])))} />`}
            ${account.error ? html`<${Failure} error=${account.error} retry=${account.reload} />` : !account.data ? html`<${Skeleton} rows=${2} />`
                : account.data.people.length ? html`<${People} people=${account.data.people} action=${say('remove')} onAction=${(one) => setMembers(account.data.people.filter((two) => two.id !== one.id))} />` : html`<p class="muted">${say('none')}</p>`}<//>
        ${asks && html`<${Confirm} title=${say('releaseTitle')} text=${say('releaseText', { guardian: nameOf(asks.guardian), child: nameOf(asks.child) })} confirm=${say('release')} danger onClose=${() => setAsks(null)} onConfirm=${() => release(asks)} />`}
    </div>`
}

/**
 * Picks a patient, and asks before the step.
 * @param {{say: string, patient: any, confirm: string, onPick: (patient: any) => any, onCancel: () => void}} props
 */
function Asked({ say: title, patient, confirm, onPick, onCancel }) {
    const [one, setOne] = useState(/** @type {any} */ (null))
    return html`<${PatientPicker} autofocus label=${title} onPick=${setOne} />
        ${one && html`<${Confirm} title=${title} text=${`${nameOf(one)}${one.birth_date ? `, ${date(one.birth_date)}` : ''}`} confirm=${confirm} onClose=${() => (setOne(null), onCancel())} onConfirm=${() => one.id === patient.id ? onCancel() : onPick(one)} />`}`
}

/** @param {{people: any[], action: string, onAction: (person: any) => any}} props */
function People({ people, action, onAction }) {
    if (!people.length) return html`<p class="muted">${say('none')}</p>`
    return html`<ul class="bare patients-people">${people.map((one) => html`<li key=${one.id}><button type="button" class="patients-link" disabled=${one.restricted && !one.family_name} onClick=${() => showPatient(one)}><${PersonName} person=${one} /></button>
        <span class="small muted number">${one.birth_date ? `${date(one.birth_date)} · ${age(one.birth_date)}` : ''}</span><${Button} small kind="quiet" onClick=${() => onAction(one)}>${action}<//></li>`)}</ul>`
}
