// Editing a patient's details. If somebody else has saved since, both versions are shown, field by field.
import { get, Problem, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { Button, Dialog, ProblemText, toast } from '../../core/ui.js'
import { bodyOf, DetailFields, detailsOf, fields, mistakesOf, shownValue } from './details.js'
import { say } from './words.js'

/** @param {{patient: any, onClose: () => void, onSaved: (patient: any) => void}} props */
export function Edit({ patient, onClose, onSaved }) {
    const [details, setDetails] = useState(() => detailsOf(patient))
    const [base, setBase] = useState(patient)
    const [theirs, setTheirs] = useState(/** @type {any} */ (null))
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [isTwin, setTwin] = useState(false)
    const [tried, setTried] = useState(false)
    const mistakes = tried ? mistakesOf(details) : {}
    const save = async (/** @type {any} */ mine, /** @type {any} */ from, allow = false) => {
        setTried(true)
        setProblem(null)
        if (Object.keys(mistakesOf(mine)).length) return
        try {
            const saved = await put(`/patients/${patient.id}`, { ...bodyOf(mine), ...(allow ? { allow_duplicate: true } : {}) }, { ifMatch: `"${from.version}"` })
            toast(say('saved'))
            onSaved(saved)
        } catch (error) {
            if (error instanceof Problem && error.status === 412) {
                try {
                    const now = await get(`/patients/${patient.id}`)
                    // The answer of an earlier attempt was lost: this is what it saved.
                    if (fields.every((field) => (now[field] || '') === mine[field].trim())) return onSaved(now)
                    const changed = fields.filter((field) => (now[field] || '') !== (from[field] || ''))
                    // The record's version rises with other changes too: then nothing was lost, and it is saved again.
                    if (!changed.length) return await save(mine, now, allow)
                    setTheirs(now)
                } catch (second) {
                    setProblem(second)
                }
            } else {
                setTwin(error instanceof Problem && error.type === 'possible-duplicate')
                setProblem(error)
            }
        }
    }
    if (theirs) return html`<${Versions} base=${base} mine=${details} theirs=${theirs} onClose=${onClose}
        onChosen=${async (chosen) => (setDetails(chosen), setBase(theirs), setTheirs(null), save(chosen, theirs))} />`
    return html`<${Dialog} key="form" title=${say('edit')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//>
            ${isTwin && html`<${Button} kind="danger" onClick=${() => save(details, base, true)}>${say('anotherPersonSave')}<//>`}<${Button} kind="primary" onClick=${() => save(details, base)}>${say('save')}<//>`}>
        <form class="stack" onSubmit=${(event) => (event.preventDefault(), save(details, base))}><${DetailFields} details=${details} onChange=${setDetails} mistakes=${mistakes} /><button type="submit" hidden></button></form>
        <${ProblemText} problem=${problem} /><//>`
}

const sides = (/** @type {string} */ mine, /** @type {string} */ theirs) => [{ side: 'mine', value: mine }, { side: 'theirs', value: theirs }]

/**
 * Both versions of the fields that differ. Where only one side has changed a field, that side is chosen first.
 * @param {{base: any, mine: any, theirs: any, onClose: () => void, onChosen: (details: any) => any}} props
 */
function Versions({ base, mine, theirs, onClose, onChosen }) {
    const other = detailsOf(theirs)
    const before = detailsOf(base)
    const differing = fields.filter((field) => mine[field].trim() !== other[field])
    const [choice, setChoice] = useState(() => Object.fromEntries(differing.map((field) => [field, mine[field].trim() === before[field] ? 'theirs' : 'mine'])))
    const chosen = () => ({ ...other, ...Object.fromEntries(differing.filter((field) => choice[field] === 'mine').map((field) => [field, mine[field]])) })
    return html`<${Dialog} key="versions" title=${say('conflictTitle')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${() => onChosen(chosen())}>${say('saveChosen')}<//>`}>
        <p>${say('conflictText')}</p>
        <div class="table-frame"><table class="table"><thead><tr><th scope="col">${say('field')}</th><th scope="col">${say('yours')}</th><th scope="col">${say('theirs')}</th></tr></thead>
            <tbody>${differing.map((field) => html`<tr key=${field}><th scope="row">${say(field)}</th>
                ${sides(mine[field].trim(), other[field]).map(({ side, value }) => html`<td><label class="check"><input type="radio" name=${`version-${field}`} checked=${choice[field] === side}
                    onChange=${() => setChoice({ ...choice, [field]: side })} /><span class="patients-lines">${shownValue(field, value)}</span></label></td>`)}</tr>`)}</tbody></table></div><//>`
}
