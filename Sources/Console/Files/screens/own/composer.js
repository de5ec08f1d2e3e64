// Writing a message, with photos and documents. What is not sent yet stays in memory while other screens are looked at.
import { html, useState } from '../../core/dom.js'
import { onForget } from '../../core/session.js'
import { Field, Icon, TextArea } from '../../core/ui.js'
import { Act } from './act.js'
import { Send } from './files.js'
import { Thumbnail } from './file-view.js'
import { say } from './words-more.js'

/** @type {Map<string, {text: string, files: any[]}>} */
const drafts = new Map()
onForget(() => drafts.clear())

/** @param {string} key the thread, or `new` */
export function useDraft(key) {
    const [draft, setDraft] = useState(drafts.get(key) || { text: '', files: /** @type {any[]} */ ([]) })
    const keep = (/** @type {{text: string, files: any[]}} */ next) => {
        drafts.set(key, next)
        setDraft(next)
    }
    return {
        ...draft,
        setText: (/** @type {string} */ text) => keep({ ...(drafts.get(key) || draft), text }),
        addFile: (/** @type {any} */ file) => keep({ ...(drafts.get(key) || draft), files: [...(drafts.get(key) || draft).files, file].slice(0, 10) }),
        removeFile: (/** @type {string} */ id) => keep({ ...draft, files: draft.files.filter((one) => one.id !== id) }),
        clear: () => {
            drafts.delete(key)
            setDraft({ text: '', files: [] })
        },
    }
}

/** @param {{draft: ReturnType<typeof useDraft>, query: any, onSend: () => any, error?: string}} props */
export function Composer({ draft, query, onSend, error }) {
    const key = (/** @type {any} */ event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSend()
        }
    }
    return html`<div class="own-composer stack"><${Field} label=${say('text')}><${TextArea} maxLength="4000" dir="auto" rows="3" value=${draft.text} onInput=${draft.setText} onKeyDown=${key} /><//>
        ${draft.files.length > 0 && html`<ul class="bare row">${draft.files.map((one) => html`<li key=${one.id} class="own-attached"><${Thumbnail} file=${one} /><button type="button" aria-label=${say('remove', { name: one.name })} onClick=${() => draft.removeFile(one.id)}><${Icon} name="close" /></button></li>`)}</ul>`}
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <div class="row spread"><div class="row"><${Send} isSmall category="photo" icon="camera" label=${say('photo')} query=${query} onSent=${draft.addFile} /><${Send} isSmall category="document" icon="file" label=${say('document')} query=${query} onSent=${draft.addFile} /></div>
            <${Act} kind="primary" onClick=${onSend}>${say('send')}<//></div></div>`
}
