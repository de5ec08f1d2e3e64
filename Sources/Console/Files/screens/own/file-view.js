// A file as a small picture, and in full.
import { fetchRaw, get, openTab, post, saveAs } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { Dialog, Icon, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { say } from './words-records.js'

const isPicture = (/** @type {any} */ file) => file.type === 'image/png' || file.type === 'image/jpeg'

/** A small picture of a file. @param {{file: any}} props */
export function Thumbnail({ file }) {
    const [path, setPath] = useState('')
    useEffect(() => {
        let here = true
        if (isPicture(file)) post(`/patient/files/${file.id}/link`, undefined, { query: { size: 'thumbnail' } }).then((link) => here && setPath(link.path), () => {})
        return () => {
            here = false
        }
    }, [file.id])
    return path ? html`<img class="own-thumb" src=${path} alt="" loading="lazy" onError=${() => setPath('')} />` : html`<span class="own-thumb none"><${Icon} name="file" /></span>`
}

/** A file in full: pictures here, PDF in a tab of its own. @param {{file: any, onClose: () => any}} props */
export function FileDialog({ file, onClose }) {
    const [path, setPath] = useState('')
    const [error, setError] = useState(/** @type {any} */ (null))
    useEffect(() => {
        if (isPicture(file)) post(`/patient/files/${file.id}/link`).then((link) => setPath(link.path), setError)
    }, [file.id])
    const save = async () => {
        const link = await post(`/patient/files/${file.id}/link`)
        const response = await fetchRaw(link.path, { open: true })
        saveAs(await response.blob(), file.name)
    }
    return html`<${Dialog} wide title=${html`<bdi>${file.name}</bdi>`} onClose=${onClose} footer=${html`<${Act} icon="download" onClick=${save}>${say('download')}<//>`}>
        ${error && html`<${Failed} error=${error} />`}${isPicture(file) ? (path ? html`<img class="own-picture" src=${path} alt=${file.name} />` : !error && html`<${Skeleton} rows=${5} />`) : html`<p class="muted">${say('noPreview')}</p>`}<//>`
}

/** Opens a file: a PDF in a tab, within the click. @param {any} file @param {(file: any) => any} show */
export async function openFile(file, show) {
    if (file.type !== 'application/pdf') return show(file)
    return openTab(() => post(`/patient/files/${file.id}/link`))
}

/** What is known of a file. @param {string} id @returns {Promise<any>} */
export function fileOf(id) {
    return get(`/patient/files/${id}`)
}
