import { say } from './words.js'

const roles = ['doctor', 'receptionist', 'admin']

/** The roles of staff, to choose from. */
export const roleOptions = () => roles.map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))
