import { openTab, post } from '../../core/api.js'

/**
 * Opens the content of a file in another tab, by an address that the server signs.
 * @param {string} id
 */
export async function openFile(id) {
    // The tab opens within the click, since browsers refuse tabs that open later.
    await openTab(() => post(`/files/${id}/link`))
}
