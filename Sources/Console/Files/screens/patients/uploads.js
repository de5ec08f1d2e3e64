// The place where files are dropped, pasted or picked, and the uploads that run with their progress.
import { Offline, Problem } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { number } from '../../core/format.js'
import { Button, Field, Icon, IconButton, Input, Select, problemText, toast } from '../../core/ui.js'
import { accepted, upload } from './upload.js'
import { say } from './words.js'

/** @typedef {{id: string, key: string, name: string, share: number, error?: any, file: File, stop: AbortController, options: any}} Sent */

/**
 * Why a file was refused, in words.
 * @param {any} error
 */
export function refusal(error) {
    if (error instanceof Offline) return say('uploadBroken')
    if (error instanceof Problem) {
        const known = { 'file-not-clean': 'fileNotClean', 'file-quota-reached': 'fileQuota', 'unsupported-file-type': 'fileType', 'files-not-stored': 'filesNotStored' }[error.type] || (error.status === 415 ? 'fileType' : error.status === 413 ? 'fileTooLarge' : '')
        if (known) return say(/** @type {any} */ (known))
    }
    return problemText(error)
}

/**
 * Uploads to a patient's record, one after the other.
 * @param {string} patient
 * @param {(file: any) => any} onStored
 */
export function useUploads(patient, onStored) {
    const [list, setList] = useState(/** @type {Sent[]} */ ([]))
    const here = useRef(true)
    const queue = useRef(/** @type {Promise<any>} */ (Promise.resolve()))
    const change = (/** @type {string} */ id, /** @type {Partial<Sent>|null} */ next) => {
        if (here.current) setList((all) => all.flatMap((one) => (one.id !== id ? [one] : next ? [{ ...one, ...next }] : [])))
    }
    const stops = useRef(/** @type {Set<AbortController>} */ (new Set()))
    useEffect(() => () => {
        here.current = false
        for (const stop of stops.current) stop.abort()
    }, [])
    const run = async (/** @type {Sent} */ sent) => {
        if (sent.stop.signal.aborted) return
        try {
            const stored = await upload(patient, sent.file, { ...sent.options, key: sent.key, signal: sent.stop.signal, onProgress: (share) => change(sent.id, { share }) })
            change(sent.id, null)
            await onStored(stored)
        } catch (error) {
            if (/** @type {any} */ (error)?.name === 'AbortError') change(sent.id, null)
            else change(sent.id, { error })
        } finally {
            stops.current.delete(sent.stop)
        }
    }
    const start = (/** @type {Sent} */ sent) => {
        stops.current.add(sent.stop)
        queue.current = queue.current.then(() => run(sent))
    }
    return {
        list,
        /**
         * @param {Iterable<File>} files
         * @param {{category: string, tooth?: string}} options
         */
        add(files, options) {
            for (const file of files) {
                const sent = { id: crypto.randomUUID(), key: crypto.randomUUID(), name: file.name || say('pastedImage'), share: 0, file, stop: new AbortController(), options: { ...options, name: file.name || `${say('pastedImage')}.png` } }
                setList((all) => [...all, sent])
                start(sent)
            }
        },
        /** @param {Sent} sent */
        again(sent) {
            // After a lost answer the same key makes one file of both attempts. A refusal is no answer to the next attempt.
            const key = sent.error instanceof Problem && sent.error.status < 500 ? crypto.randomUUID() : sent.key
            const next = { ...sent, key, error: undefined, share: 0, stop: new AbortController() }
            change(sent.id, next)
            start(next)
        },
        /** @param {Sent} sent */
        drop(sent) {
            sent.stop.abort()
            change(sent.id, null)
        },
    }
}

/** @param {{uploads: ReturnType<typeof useUploads>, categories: string[]}} props */
export function Uploads({ uploads, categories }) {
    const [category, setCategory] = useState(categories.includes('x_ray') ? 'photo' : categories[0])
    const [tooth, setTooth] = useState('')
    const [over, setOver] = useState(false)
    const picker = useRef(/** @type {any} */ (null))
    const options = { category, tooth: tooth || undefined }
    const add = (/** @type {FileList | File[] | undefined | null} */ files) => {
        if (!files?.length) return
        if (tooth && !/^([1-4][1-8]|[5-8][1-5])$/.test(tooth)) return toast(say('badTooth'), { tone: 'bad' })
        uploads.add(files, options)
    }
    useEffect(() => {
        const paste = (/** @type {ClipboardEvent} */ event) => {
            const files = [...(event.clipboardData?.files || [])]
            if (!files.length || document.querySelector('dialog[open]')) return
            event.preventDefault()
            add(files)
        }
        document.addEventListener('paste', paste)
        return () => document.removeEventListener('paste', paste)
    })
    return html`<div class=${`patients-drop ${over ? 'patients-over' : ''}`} onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${(event) => event.currentTarget.contains(event.relatedTarget) || setOver(false)}
            onDrop=${(event) => (event.preventDefault(), setOver(false), add(event.dataTransfer?.files))}>
            <${Icon} name="download" /><span class="grow"><strong>${say('dropHere')}</strong> <span class="small muted">${say('dropTypes')}</span></span>
            ${categories.length > 1 && html`<${Field} label=${say('kind')}><${Select} value=${category} onChange=${setCategory} options=${categories.map((value) => ({ value, label: say(/** @type {any} */ (`category_${value}`)) }))} /><//>
                <${Field} label=${say('toothField')}><${Input} class="patients-tooth" inputMode="numeric" maxlength="2" value=${tooth} onInput=${setTooth} /><//>`}
            <${Button} kind="primary" icon="plus" onClick=${() => picker.current.click()}>${say('pickFiles')}<//>
            <input ref=${picker} type="file" multiple accept=${accepted} hidden aria-hidden="true" tabIndex=${-1} onChange=${(event) => (add([...event.target.files]), (event.target.value = ''))} /></div>
        ${uploads.list.length > 0 && html`<ul class="bare stack tight patients-uploads" aria-live="polite">${uploads.list.map((one) => html`<li key=${one.id} class="row"><span class="grow patients-file-name">${one.name}</span>
            ${one.error ? html`<span class="patients-bad" role="alert">${refusal(one.error)}</span><${Button} small onClick=${() => uploads.again(one)}>${say('again')}<//>`
                : html`<progress max="1" value=${one.share} aria-label=${one.name}></progress><span class="small number">${number(one.share * 100)} %</span>`}
            <${IconButton} name="close" label=${say('stopUpload')} onClick=${() => uploads.drop(one)} /></li>`)}</ul>`}`
}
