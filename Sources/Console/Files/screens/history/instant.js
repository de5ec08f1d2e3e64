/**
 * An instant as the server writes it.
 * @param {Date} at
 */
export const instantOf = (at) => at.toISOString().replace(/\.\d+Z$/, 'Z')
