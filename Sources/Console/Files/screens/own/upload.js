// Sending a file to the clinic.
import { address, fetchRaw, problemOf } from '../../core/api.js'

/** What a patient may send. */
export const accepted = 'image/png,image/jpeg,image/heic,application/pdf,.heic,.pdf'

/**
 * @param {File} file @param {'photo'|'document'} category @param {{patient_id?: string}} query
 * @returns {Promise<any>} the file as the clinic knows it
 */
export async function sendFile(file, category, query) {
    const response = await fetchRaw(address('/patient/files', { category, ...query }), {
        method: 'POST', body: file,
        headers: { 'Content-Type': 'application/octet-stream', 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name || category).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`, 'Idempotency-Key': crypto.randomUUID() },
    })
    if (!response.ok) throw await problemOf(response)
    return response.json()
}
