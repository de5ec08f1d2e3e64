import { html, useState } from '../../core/dom.js'
import { attempt } from '../patients/attempt.js'
import { Thumb } from '../patients/files.js'
import { openFile } from '../patients/open-file.js'
import { isImage, Viewer } from '../patients/viewer.js'
import { say } from './words.js'

/**
 * The images and documents that show a tooth.
 * @param {{files: any[]}} props
 */
export function ToothFiles({ files }) {
    const [shown, setShown] = useState('')
    if (!files.length) return null
    return html`<ul class="bare chart-files" aria-label=${say('files')}>${files.map((file) => html`<li key=${file.id}><button type="button" class="patients-thumb" aria-label=${say('openFile', { name: file.name })} title=${file.name}
            onClick=${() => (isImage(file) ? setShown(file.id) : attempt(() => openFile(file.id)))}><${Thumb} file=${file} /></button></li>`)}</ul>
        ${shown && html`<${Viewer} files=${files.filter(isImage)} first=${shown} onClose=${() => setShown('')} />`}`
}
