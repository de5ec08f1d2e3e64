import { say } from '../admin/words.js'

/**
 * A role, or the name of a program.
 * @param {string} role
 */
export const roleText = (role) => (['doctor', 'receptionist', 'admin', 'patient'].includes(role) ? say(/** @type {any} */ (role)) : role)
