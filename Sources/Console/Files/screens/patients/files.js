// The files of a patient: small images, sending new ones by picking, dragging or pasting, and opening them.
import { get, post } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { date, dateTime, dayOf, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Dialog, Empty, Failure, Field, Icon, Input, Menu, ProblemText, Segmented, Skeleton, toast } from '../../core/ui.js'
import { attempt } from './attempt.js'
import { openFile } from './open-file.js'
import { Uploads, useUploads } from './uploads.js'
import { isImage, Viewer } from './viewer.js'
import { say } from './words.js'

const categories = ['x_ray', 'photo', 'scan', 'document']

/** @param {number} bytes */
export function size(bytes) {
    return bytes < 1_000_000 ? `${number(Math.max(1, bytes / 1000))} kB` : `${number(bytes / 1_000_000, 1)} MB`
}

/** @param {{patient: any, role: string}} props */
export function Tab({ patient, role }) {
    const { id } = patient
    const [category, setCategory] = useState('')
    const [removing, setRemoving] = useState(/** @type {any} */ (null))
    const mine = role === 'receptionist' ? ['document'] : categories
    const page = useLoad(() => get(`/patients/${id}/files`, { category, limit: 100 }), [id, category])
    const [shown, setShown] = useState('')
    const look = (/** @type {any} */ file) => (isImage(file) ? setShown(file.id) : attempt(() => openFile(file.id)))
    const uploads = useUploads(id, () => page.reload())
    return html`<${Uploads} uploads=${uploads} categories=${mine} />
        ${mine.length > 1 && html`<div class="patients-kinds"><${Segmented} label=${say('kind')} value=${category} onChange=${setCategory} options=${[{ value: '', label: say('allKinds') }, ...mine.map((value) => ({ value, label: say(/** @type {any} */ (`category_${value}`)) }))]} /></div>`}
        ${page.error && !page.data ? html`<${Failure} error=${page.error} retry=${page.reload} />` : !page.data ? html`<${Skeleton} rows=${4} />` : !page.data.items.length ? html`<${Empty} icon="file" title=${say('noFiles')} />`
            : html`<ul class="bare patients-files">${page.data.items.map((file) => html`<li key=${file.id} class="patients-file">
                <button type="button" class="patients-thumb" aria-label=${say('openFile', { name: file.name })} onClick=${() => look(file)}><${Thumb} file=${file} /></button>
                <div class="row spread"><strong class="patients-file-name" title=${file.name}>${file.name}</strong>
                    ${role !== 'receptionist' && html`<${Menu} small kind="quiet" icon="more" label="" ariaLabel=${say('stepsOf', { name: file.name })} items=${[{ label: say('openIt'), run: () => look(file) }, { label: say('inTab'), run: () => attempt(() => openFile(file.id)) }, { label: say('removeFile'), danger: true, run: () => setRemoving(file) }]} />`}</div>
                <span class="row"><${Badge} tone=${file.category === 'x_ray' ? 'info' : 'neutral'}>${say(/** @type {any} */ (`category_${file.category}`))}<//>${file.tooth && html`<${Badge}>${say('toothN', { tooth: file.tooth })}<//>`}${file.from_patient && html`<${Badge} tone="violet">${say('fromPatient')}<//>`}</span>
                <span class="small muted number"><time dateTime=${file.added_at} title=${dateTime(file.added_at)}>${date(dayOf(file.added_at))}</time> · ${size(file.size)}</span></li>`)}</ul>`}
        ${shown && html`<${Viewer} files=${page.data?.items.filter(isImage) || []} first=${shown} onClose=${() => setShown('')} />`}
        ${removing && html`<${Remove} file=${removing} onClose=${() => setRemoving(null)} onDone=${() => (setRemoving(null), page.reload())} />`}`
}

/**
 * A small image, asked for when it comes into sight; for other files a sign of their type.
 * @param {{file: any}} props
 */
export function Thumb({ file }) {
    const [address, setAddress] = useState('')
    const [failed, setFailed] = useState(false)
    const element = useRef(/** @type {any} */ (null))
    const hasThumb = (file.type === 'image/png' || file.type === 'image/jpeg') && file.status !== 'removed' && !failed
    useEffect(() => {
        if (!hasThumb) return
        let here = true
        const watch = new IntersectionObserver((entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return
            watch.disconnect()
            post(`/files/${file.id}/link`, undefined, { query: { size: 'thumbnail' } }).then((link) => here && setAddress(link.path), () => here && setFailed(true))
        }, { rootMargin: '200px' })
        watch.observe(element.current)
        return () => {
            here = false
            watch.disconnect()
        }
    }, [file.id])
    if (!hasThumb) return html`<span class="patients-type"><${Icon} name="file" />${String(file.type).split('/').pop()?.toUpperCase()}</span>`
    return html`<span class="patients-type" ref=${element}>${address ? html`<img src=${address} alt="" loading="lazy" onError=${() => setFailed(true)} />` : html`<${Icon} name="file" />`}</span>`
}

/** @param {{file: any, onClose: () => void, onDone: () => any}} props */
function Remove({ file, onClose, onDone }) {
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const remove = async () => {
        try {
            await post(`/files/${file.id}/remove`, { reason: reason.trim() })
            toast(say('fileRemoved'))
            await onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('removeFile')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="danger" disabled=${!reason.trim()} onClick=${remove}>${say('removeFile')}<//>`}>
        <p><strong>${file.name}</strong></p><p>${say('removeText')}</p><${Field} label=${say('why')}><${Input} value=${reason} onInput=${setReason} maxlength="500" /><//><${ProblemText} problem=${problem} /><//>`
}
