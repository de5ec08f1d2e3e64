// Which notifications come, on which way, and when not.
import { get, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { Checkbox, Field, Select, Skeleton, TimeInput, toast } from '../../core/ui.js'
import { languageNames } from '../../core/words.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { Failed } from './act.js'
import { kinds, kindText } from './notice-words.js'
import { say } from './words-profile.js'

export function Preferences() {
    const { data, error, reload } = useLoad(() => get('/notification-preferences'), [])
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${8} />`
    return html`<${PreferencesForm} first=${data} />`
}

/** @param {{first: any}} props */
function PreferencesForm({ first }) {
    const [wish, setWish] = useState(first)
    const [error, setError] = useState('')
    const toggle = (/** @type {'push'|'mail'} */ way, /** @type {string} */ kind, /** @type {boolean} */ is) => setWish({ ...wish, [way]: is ? [...wish[way], kind] : wish[way].filter((/** @type {string} */ one) => one !== kind) })
    const quiet = wish.quiet_hours
    const setQuiet = (/** @type {any} */ next) => setWish({ ...wish, quiet_hours: next })
    const save = async () => {
        setError('')
        try {
            const { push, mail, language, quiet_hours } = wish
            setWish(await put('/notification-preferences', { push, mail, ...(language ? { language } : {}), ...(quiet_hours ? { quiet_hours } : {}) }))
            toast(say('saved'))
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<section class="card"><${Form} action=${say('save')} onSend=${save} error=${error}>
        <table class="own-kinds"><caption class="sr-only">${say('how')}</caption><thead><tr><th scope="col">${say('how')}</th><th scope="col">${say('push')}</th><th scope="col">${say('mail')}</th></tr></thead>
            <tbody>${kinds.map((kind) => html`<tr key=${kind}><th scope="row">${kindText(kind)}</th>${(/** @type {('push'|'mail')[]} */ (['push', 'mail'])).map((way) => html`<td><label><span class="sr-only">${kindText(kind)}: ${say(way)}</span><input type="checkbox" checked=${wish[way].includes(kind)} onChange=${(/** @type {any} */ event) => toggle(way, kind, event.target.checked)} /></label></td>`)}</tr>`)}</tbody></table>
        <fieldset class="own-quiet stack"><legend>${say('quiet')}</legend><${Checkbox} checked=${Boolean(quiet)} onChange=${(/** @type {boolean} */ is) => setQuiet(is ? { start: '22:00', end: '07:00', exempt: [] } : undefined)}>${say('quietOn')}<//>
            ${quiet && html`<div class="page-two"><${Field} label=${say('quietFrom')}><${TimeInput} value=${quiet.start} onChange=${(/** @type {string} */ start) => setQuiet({ ...quiet, start })} /><//><${Field} label=${say('quietTo')}><${TimeInput} value=${quiet.end} onChange=${(/** @type {string} */ end) => setQuiet({ ...quiet, end })} /><//></div>
                <p class="small">${say('quietExempt')}</p>${kinds.map((kind) => html`<${Checkbox} key=${kind} checked=${(quiet.exempt || []).includes(kind)} onChange=${(/** @type {boolean} */ is) => setQuiet({ ...quiet, exempt: is ? [...(quiet.exempt || []), kind] : quiet.exempt.filter((/** @type {string} */ one) => one !== kind) })}>${kindText(kind)}<//>`)}`}</fieldset>
        <${Field} label=${say('noticeLanguage')} hint=${say('noEs')}><${Select} value=${wish.language || ''} onChange=${(/** @type {string} */ language) => setWish({ ...wish, language })} options=${[{ value: '', label: say('clinicLanguage') }, { value: 'en', label: languageNames.en }, { value: 'de', label: languageNames.de }]} /><//><//></section>`
}
