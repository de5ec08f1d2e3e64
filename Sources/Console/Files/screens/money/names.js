// Names of patients and members of staff by their ids, for documents that have only the ids.
import { all, get } from '../../core/api.js'
import { useEffect, useState } from '../../core/dom.js'
import { nameOf } from '../../core/format.js'
import { onForget } from '../../core/session.js'

/** @type {Map<string, Promise<any>>} */
const patients = new Map()
/** @type {Promise<Map<string, any>>|null} */
let staff = null
/** @type {Promise<any[]>|null} */
let services = null
onForget(() => {
    patients.clear()
    staff = null
    services = null
})

/** A patient; without a name if the caller may not open the record. @param {string} id @returns {Promise<any>} */
export function patientOf(id) {
    let found = patients.get(id)
    if (!found) patients.set(id, (found = get(`/patients/${id}`).catch(() => ({ id, name: `${id.slice(0, 8)}…` }))))
    return found
}

/** @param {string|null|undefined} id @param {any} [card] what is known already @returns {any} */
export function usePatient(id, card) {
    const [patient, setPatient] = useState(card || null)
    useEffect(() => {
        let here = true
        if (!id) setPatient(null)
        else if (card && nameOf(card)) setPatient(card)
        else patientOf(id).then((one) => here && setPatient(one))
        return () => {
            here = false
        }
    }, [id, card])
    return patient
}

/** The staff by id. @returns {Promise<Map<string, any>>} */
export function staffByID() {
    if (!staff) {
        staff = all('/staff', { limit: 200 }).then((list) => new Map(list.map((one) => [one.id, one])))
        staff.catch(() => (staff = null))
    }
    return staff
}

/** The services on offer. @returns {Promise<any[]>} */
export function activeServices() {
    if (!services) {
        services = all('/services', { limit: 200 }).then((list) => list.filter((one) => one.active))
        services.catch(() => (services = null))
    }
    return services
}
/** After a change of services. */
export function forgetServices() {
    services = null
}
