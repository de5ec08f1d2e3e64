import { post } from '../../core/api.js'

/**
 * Opens the content of a file in another tab, by an address that the server signs.
 * @param {string} id
 */
export async function openFile(id) {
    // The tab opens within the click, since browsers refuse tabs that open later.
    const tab = window.open('', '_blank')
    try {
        const link = await post(`/files/${id}/link`)
        if (tab) {
            tab.opener = null
            tab.location.href = link.path
        } else location.assign(link.path)
    } catch (error) {
        tab?.close()
        throw error
    }
}
