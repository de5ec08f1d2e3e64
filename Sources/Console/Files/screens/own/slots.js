// Free times for a patient, by the API.
import { get } from '../../core/api.js'
import { addDays, today } from '../../core/format.js'
import { session } from '../../core/session.js'

/** The last day that a patient can book. */
export function lastDay() {
    return addDays(today(), session().clinic?.scheduling?.horizon_days || 90)
}

/** What the choice of a time reads. @param {{service_id: string, doctor_id?: string, patient_id?: string}} query */
export function loaders(query) {
    return {
        loadDays: async (/** @type {string} */ from, /** @type {string} */ to) => (await get('/slots/days', { ...query, from, to })).items,
        loadTimes: async (/** @type {string} */ day) => (await get('/slots', { ...query, from: day, to: day })).items,
    }
}
