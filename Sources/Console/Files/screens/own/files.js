// A patient's files, and sending photos and documents.
import { html, useRef, useState } from '../../core/dom.js'
import { date, dayOf, number } from '../../core/format.js'
import { Badge, Button, Icon, toast } from '../../core/ui.js'
import { explain } from '../../pages/problems.js'
import { FileDialog, openFile, Thumbnail } from './file-view.js'
import { Paged } from './pages.js'
import { accepted, sendFile } from './upload.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

export function Files() {
    const who = useWho()
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const [turn, setTurn] = useState(0)
    return html`${who.canAct && html`<div class="own-actions"><${Send} category="photo" label=${say('addPhoto')} icon="plus" query=${who.query} onSent=${() => setTurn(turn + 1)} /><${Send} category="document" label=${say('addDocument')} icon="file" query=${who.query} onSent=${() => setTurn(turn + 1)} /></div><p class="muted small">${say('filesHint')}</p>`}
        <${Paged} turn=${turn} path="/patient/files" query=${who.query} list="own-files" row=${(/** @type {any} */ file) => html`<${Row} file=${file} onShow=${setShown} />`} />
        ${shown && html`<${FileDialog} file=${shown} onClose=${() => setShown(null)} />`}`
}

/** @param {{file: any, onShow: (file: any) => any}} props */
function Row({ file, onShow }) {
    const open = () => openFile(file, onShow).catch((error) => toast(explain(error), { tone: 'bad' }))
    return html`<button type="button" class="own-file" onClick=${open}><${Thumbnail} file=${file} /><span class="grow"><strong><bdi>${file.name}</bdi></strong><small class="muted">${say(file.category)} · ${date(dayOf(file.added_at))} · ${size(file.size)}${file.tooth ? ` · ${say('tooth', { count: file.tooth })}` : ''}</small>
        ${file.from_patient && html`<${Badge}>${say('fromYou')}<//>`}</span><${Icon} name="right" /></button>`
}

/** @param {number} octets */
function size(octets) {
    return octets >= 1e6 ? `${number(octets / 1e6, 1)} MB` : `${number(Math.max(1, octets / 1e3))} kB`
}

/** A button that asks for files and sends them. @param {{category: 'photo'|'document', label: string, icon: string, query: any, onSent: (file: any) => any, kind?: any, isSmall?: boolean}} props */
export function Send({ category, label, icon, query, onSent, kind, isSmall }) {
    const input = useRef(/** @type {any} */ (null))
    const [busy, setBusy] = useState(false)
    const send = async (/** @type {any} */ event) => {
        const files = [...event.target.files]
        event.target.value = ''
        setBusy(true)
        for (const file of files) {
            try {
                onSent(await sendFile(file, category, query))
                if (!isSmall) toast(say('sent'))
            } catch (error) {
                toast(/** @type {any} */ (error)?.status === 413 ? say('tooLarge') : explain(error), { tone: 'bad' })
            }
        }
        setBusy(false)
    }
    return html`<${Button} icon=${icon} kind=${kind} busy=${busy} aria-label=${isSmall ? label : undefined} title=${isSmall ? label : undefined} onClick=${() => input.current.click()}>${isSmall ? '' : busy ? say('sending') : label}<//><input ref=${input} type="file" hidden multiple accept=${category === 'photo' ? 'image/png,image/jpeg,image/heic,.heic' : accepted} onChange=${send} aria-label=${label} />`
}
