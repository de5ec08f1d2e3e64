import { html } from '../../core/dom.js'
import { date, dayOf } from '../../core/format.js'
import { Paged } from './pages.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** Clinical notes that their authors released for the patient. */
export function Notes() {
    const who = useWho()
    return html`<${Paged} path="/patient/notes" query=${who.query} icon="edit" row=${(/** @type {any} */ note) => html`<article class="card stack"><div class="row spread"><h2 dir="auto">${note.title}</h2><span class="muted small">${note.signed_at && date(dayOf(note.signed_at))}</span></div>
        <p class="own-lines" dir="auto">${note.text}</p>${note.amended_by?.length > 0 && html`<p class="muted small">${say('amended')}</p>`}</article>`} />`
}
