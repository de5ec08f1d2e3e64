import { address, fetchRaw, problemOf, saveAs } from '../../core/api.js'

/**
 * Saves a file of the server.
 * @param {string} path @param {Record<string, any>} query @param {string} name
 */
export async function download(path, query, name) {
    const response = await fetchRaw(address(path, query))
    if (!response.ok) throw await problemOf(response)
    saveAs(await response.blob(), name)
}

/** @param {any} value */
const cell = (value) => {
    const text = value === null || value === undefined ? '' : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** A CSV file (RFC 4180) of lines. @param {any[][]} lines @param {string} name */
export function saveLines(lines, name) {
    saveAs(new Blob([lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')], { type: 'text/csv' }), name)
}
