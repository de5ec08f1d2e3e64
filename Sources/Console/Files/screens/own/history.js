// The medical history: whether it is due, the form, and earlier forms.
import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Skeleton } from '../../core/ui.js'
import { Failed } from './act.js'
import { HistoryForm } from './history-form.js'
import { answerText } from './history-answers.js'
import { Paged } from './pages.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

export function History() {
    const who = useWho()
    const [isFilling, setFilling] = useState(false)
    const { data, error, reload } = useLoad(() => get('/patient/history-form-status', who.query), [who.id])
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${2} />`
    if (isFilling) return html`<${HistoryForm} onClose=${() => setFilling(false)} onDone=${() => (setFilling(false), reload())} />`
    return html`<div class=${`notice stack ${data.form_due ? 'warn' : 'good'}`}><p>${data.form_due ? say('historyDue') : say('historyValid', { day: date(data.last_filled_on), until: date(data.valid_until) })}</p>
            ${who.canAct && html`<div><${Button} kind=${data.form_due ? 'primary' : 'plain'} onClick=${() => setFilling(true)}>${say(data.form_due ? 'fill' : 'fillAgain')}<//></div>`}</div>
        ${data.last_filled_on && html`<details class="own-details"><summary>${say('earlier')}</summary><${Paged} turn=${data.last_filled_on + data.valid_until} path="/patient/history-forms" query=${who.query} size=${5} row=${(/** @type {any} */ form) => html`<${Earlier} form=${form} />`} /></details>`}`
}

/** @param {{form: any}} props */
function Earlier({ form }) {
    return html`<article class="card stack"><div class="row spread"><strong>${date(form.filled_on)}</strong><${Badge}>${say(form.source === 'tablet' ? 'tabletForm' : form.source)}<//></div>
        ${form.content && html`<dl class="own-answers">${form.content.entries.map((/** @type {any} */ one) => html`<dt>${one.question.text}</dt><dd dir="auto">${answerText(one.question, one.answer)}</dd>`)}</dl><p class="muted small">${say('signedBy')} <bdi>${form.content.signed_name}</bdi></p>`}</article>`
}
