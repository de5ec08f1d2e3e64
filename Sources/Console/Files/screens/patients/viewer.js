// Looking at the images of a record one after the other, without leaving it.
import { post } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Failure, IconButton, Skeleton } from '../../core/ui.js'
import { attempt } from './attempt.js'
import { openFile } from './open-file.js'
import { say } from './words.js'

/**
 * Whether a browser shows the file as an image.
 * @param {any} file
 */
export function isImage(file) {
    return file.type === 'image/png' || file.type === 'image/jpeg'
}

/**
 * @param {{files: any[], first: string, onClose: () => void}} props
 * files: images; first: the id of the one to begin with
 */
export function Viewer({ files, first, onClose }) {
    const [at, setAt] = useState(Math.max(0, files.findIndex((file) => file.id === first)))
    const [wide, setWide] = useState(false)
    const file = files[at]
    const link = useLoad(() => post(`/files/${file.id}/link`), [file.id])
    const isCurrent = !link.loading && link.data
    const move = (/** @type {number} */ by) => setAt((before) => Math.max(0, Math.min(files.length - 1, before + by)))
    useEffect(() => {
        const key = (/** @type {KeyboardEvent} */ event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
            if (!by || /** @type {any} */ (event.target)?.closest?.('.patients-image')) return
            event.preventDefault()
            move(by)
        }
        document.addEventListener('keydown', key)
        return () => document.removeEventListener('keydown', key)
    }, [files.length])
    return html`<${Dialog} title=${file.name} wide class="patients-viewer" onClose=${onClose} footer=${html`
            <${IconButton} name="left" label=${say('imageBefore')} disabled=${at === 0} onClick=${() => move(-1)} /><span class="number small muted" aria-live="polite">${at + 1} / ${files.length}</span><${IconButton} name="right" label=${say('imageAfter')} disabled=${at === files.length - 1} onClick=${() => move(1)} />
            <span class="grow"></span><button type="button" class="button" aria-pressed=${wide} onClick=${() => setWide(!wide)}>${say('fullSize')}</button><${Button} icon="file" onClick=${() => attempt(() => openFile(file.id))}>${say('inTab')}<//>`}>
        <p class="small muted">${[say(/** @type {any} */ (`category_${file.category}`)), file.tooth && say('toothN', { tooth: file.tooth }), dateTime(file.added_at)].filter(Boolean).join(' · ')}</p>
        <div class=${`patients-image ${wide ? 'patients-image-full' : ''}`} tabIndex="0" role="group" aria-label=${file.name}>${link.error ? html`<${Failure} error=${link.error} retry=${link.reload} />` : isCurrent ? html`<img src=${link.data.path} alt=${file.name} />` : html`<${Skeleton} rows=${6} />`}</div><//>`
}
