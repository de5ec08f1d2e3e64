// Whose pages are shown: the caller's, or those of somebody whom the caller looks after. In memory only.
import { all } from '../../core/api.js'
import { html, useEffect, useRef } from '../../core/dom.js'
import { age, nameOf } from '../../core/format.js'
import { onForget, session, useSession } from '../../core/session.js'
import { signal, useSignal } from '../../core/signal.js'
import { Select } from '../../core/ui.js'
import './style.js'
import { say } from './words.js'

const chosen = signal(/** @type {any} */ (null))
const dependants = signal(/** @type {any[]|null} */ (null))
let asked = false
onForget(() => {
    chosen.set(null)
    dependants.set(null)
    asked = false
})

/** Reads the caller's dependants again. */
export async function reloadDependants() {
    asked = true
    try {
        dependants.set(await all('/patient/dependants'))
    } catch {
        asked = false
    }
}

/** Shows the pages of a dependant, or the caller's own. @param {any} person a dependant, or null */
export function showPerson(person) {
    chosen.set(person)
}

/**
 * Whose pages are shown.
 * @returns {{person: any, id: string, query: {patient_id?: string}, canAct: boolean, dependants: any[]}}
 * `person` is null for the caller; `query` is for the lists of the API; `canAct`: the clinic lets guardians act
 */
export function useWho() {
    const { me, clinic, role } = useSession()
    const person = useSignal(chosen)
    const list = useSignal(dependants)
    useEffect(() => {
        if (!asked && role === 'patient') reloadDependants()
    }, [role, list])
    return { person, id: person?.id || me?.subject_id || '', query: person ? { patient_id: person.id } : {}, canAct: !person || clinic?.scheduling?.desk?.guardians_book === true, dependants: list || [] }
}

/**
 * The head of a patient's screen, with the choice of the person.
 * @param {{title: any, actions?: any, children?: any}} props
 */
export function Own({ title, actions, children }) {
    const who = useWho()
    const heading = useRef(/** @type {any} */ (null))
    const before = useRef(title)
    useEffect(() => {
        // A new step of one screen begins at its top, also for a screen reader.
        if (typeof title === 'string' && typeof before.current === 'string' && before.current !== title) heading.current?.focus()
        before.current = title
    }, [title])
    return html`<div class="own"><div class="screen-head"><h1 ref=${heading} tabIndex="-1">${title}</h1>${actions && html`<div class="row">${actions}</div>`}</div>
        ${who.dependants.length > 0 && html`<div class=${`own-who ${who.person ? 'other' : ''}`}><label><span>${say('pagesOf')}</span><${Select} value=${who.person?.id || ''} onChange=${(/** @type {string} */ id) => showPerson(who.dependants.find((one) => one.id === id) || null)}
            options=${[{ value: '', label: say('myself') }, ...who.dependants.map((one) => ({ value: one.id, label: [isolated(nameOf(one)), one.birth_date && say('years', { count: age(one.birth_date) })].filter(Boolean).join(', ') }))]} /></label>
            ${!who.canAct && html`<p class="small muted">${say('onlyRead')}</p>`}</div>`}${children}</div>`
}

/** A name inside of other text keeps its own direction, where no element can isolate it. @param {string} name */
export function isolated(name) {
    return `\u2068${name}\u2069`
}

/** @type {WeakSet<any>} */
const seen = new WeakSet()
/** What another screen handed over, once: coming back later does not open it again. @param {any} state */
export function once(state) {
    if (!state || seen.has(state)) return undefined
    seen.add(state)
    return state
}

/** The telephone of the clinic as a link. @param {{small?: boolean}} props */
export function CallClinic({ small }) {
    const phone = session().clinic?.profile?.phone
    return phone ? html`<a class=${`button ${small ? 'small' : ''}`} href=${`tel:${phone.replace(/[^\d+]/g, '')}`}>${say('call')} <bdi class="number">${phone}</bdi></a>` : null
}
