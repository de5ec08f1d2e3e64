// Lists of the clinic that the parts of a record need. They are read once and kept while the person is signed in.
import { all } from '../../core/api.js'
import { onForget } from '../../core/forget.js'

/** @type {Map<string, Promise<any[]>>} */
const kept = new Map()
onForget(() => kept.clear())

/**
 * @param {string} path
 * @param {Record<string, any>} [query]
 */
function list(path, query) {
    const name = path + JSON.stringify(query || {})
    let found = kept.get(name)
    if (!found) {
        found = all(path, { limit: 200, ...query })
        kept.set(name, found)
        found.catch(() => kept.delete(name))
    }
    return found
}

/** Services, retired ones too. */
export const services = () => list('/services')
export const doctors = () => list('/doctors')
export const staff = () => list('/staff')
export const consentTemplates = () => list('/consent-templates', { active: true })

/**
 * The name of a member of staff.
 * @param {any[] | undefined} people
 * @param {string | null | undefined} id
 */
export function staffName(people, id) {
    return people?.find((one) => one.id === id)?.name || ''
}
