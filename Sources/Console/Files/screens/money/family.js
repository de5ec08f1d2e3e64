import { get, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { money, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Card, Failure, Field, IconButton, PatientPicker, Skeleton, toast } from '../../core/ui.js'
import { patientOf } from './names.js'
import { PayDialog } from './pay.js'
import { StatementDialog } from './statement.js'
import { say } from './words.js'

/** The members of a family with what each owes. @param {string} id the guarantor's */
async function readFamily(id) {
    const account = await get(`/family-accounts/${id}`)
    const people = await Promise.all([id, ...account.members].map(async (one) => ({ id: one, patient: await patientOf(one), balance: await get(`/patients/${one}/balance`) })))
    const currency = people[0].balance.open.currency
    return { account, people, open: { amount: people.reduce((sum, one) => sum + one.balance.open.amount, 0), currency } }
}

/** A family that has never had members has no version yet. @param {any} account @returns {{ifMatch?: string}} */
export const ifChanged = (account) => (account?.members.length ? { ifMatch: `"${account.version}"` } : {})

/** @param {{onChanged: () => void}} props */
export function Families({ onChanged }) {
    const [guarantor, setGuarantor] = useState(/** @type {any} */ (null))
    return html`<div class="stack money-narrow"><p class="muted">${say('familyIntro')}</p>
        <${Field} label=${say('guarantor')}><${PatientPicker} label=${say('guarantor')} onPick=${setGuarantor} /><//>
        ${guarantor && html`<${Family} key=${guarantor.id} guarantor=${guarantor} onChanged=${onChanged} />`}</div>`
}

/** @param {{guarantor: any, onChanged: () => void}} props */
function Family({ guarantor, onChanged }) {
    const { data, error, reload } = useLoad(() => readFamily(guarantor.id), [guarantor.id])
    const [step, setStep] = useState('')
    if (!data) return error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Skeleton} />`
    const save = async (/** @type {string[]} */ members) => {
        await put(`/family-accounts/${guarantor.id}`, { members }, ifChanged(data.account)).finally(reload)
        toast(say('familySaved'))
    }
    const add = (/** @type {any} */ one) => one.id !== guarantor.id && !data.account.members.includes(one.id) && save([...data.account.members, one.id]).catch((problem) => toast(problem.title || String(problem), { tone: 'bad' }))
    return html`<${Card} title=${html`<bdi>${nameOf(guarantor)}</bdi>`} actions=${html`<${Button} onClick=${() => setStep('statement')}>${say('statement')}<//>
            <${Button} kind="primary" disabled=${data.open.amount <= 0} onClick=${() => setStep('pay')}>${say('payFamily')}<//>`}>
        <ul class="bare money-list">${data.people.map((one, at) => html`<li key=${one.id}><span><bdi>${nameOf(one.patient)}</bdi> ${at === 0 && html`<span class="muted">· ${say('self')}</span>`}</span>
            <span class="row"><span class="number">${money(one.balance.open)}</span>${at > 0 && html`<${IconButton} name="close" label=${say('removeMember', { name: nameOf(one.patient) })} onClick=${() => save(data.account.members.filter((/** @type {string} */ id) => id !== one.id))} />`}</span></li>`)}</ul>
        ${data.people.length === 1 && html`<p class="muted">${say('noMembers')}</p>`}
        <p>${say('familyOpen')}: <strong class="number">${money(data.open)}</strong></p>
        <${Field} label=${say('addMember')}><${PatientPicker} label=${say('addMember')} onPick=${add} /><//>
        ${step === 'pay' && html`<${PayDialog} target=${{ kind: 'family', id: guarantor.id, title: say('family'), patient: guarantor, open: data.open }} onClose=${() => setStep('')} onChanged=${() => (onChanged(), reload())} />`}
        ${step === 'statement' && html`<${StatementDialog} family patient=${guarantor} onClose=${() => setStep('')} />`}<//>`
}
