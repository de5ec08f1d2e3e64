// Sending a file with its progress. Only XMLHttpRequest tells how much of a body was sent.
import { address, Offline, Problem, SessionLeft } from '../../core/api.js'
import { accessToken, tokens } from '../../core/tokens.js'

/** Types that the API takes, for the picker. */
export const accepted = '.pdf,.png,.jpg,.jpeg,.heic,.dcm,application/pdf,image/png,image/jpeg,image/heic,application/dicom'

/**
 * Sends a file to a patient's record.
 * @param {string} patient the patient's id
 * @param {File | Blob} file
 * @param {{category: string, tooth?: string, name?: string, key?: string, onProgress?: (share: number) => void, signal?: AbortSignal}} options
 * @returns {Promise<any>} the stored file
 */
export async function upload(patient, file, { category, tooth, name, key = crypto.randomUUID(), onProgress, signal }) {
    const began = tokens.get()?.session_id
    const token = await accessToken()
    if (signal?.aborted || tokens.get()?.session_id !== began) throw new SessionLeft()
    const form = new FormData()
    form.append('file', file, name || /** @type {File} */ (file).name || 'file')
    return new Promise((done, fail) => {
        const request = new XMLHttpRequest()
        request.open('POST', address(`/patients/${patient}/files`, { category, tooth }))
        request.setRequestHeader('Authorization', `Bearer ${token}`)
        request.setRequestHeader('Idempotency-Key', key)
        request.setRequestHeader('Accept', 'application/json')
        request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
        request.onerror = () => fail(new Offline())
        request.onabort = () => fail(new DOMException('', 'AbortError'))
        request.onload = () => {
            let body = null
            try {
                body = JSON.parse(request.responseText)
            } catch {
                // A proxy answers with something else than JSON.
            }
            if (request.status < 300) done(body)
            else fail(new Problem(request.status, body, new Headers({ 'Retry-After': request.getResponseHeader('Retry-After') || '' })))
        }
        signal?.addEventListener('abort', () => request.abort(), { once: true })
        request.send(form)
    })
}
