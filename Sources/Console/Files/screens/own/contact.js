// How the clinic reaches the patient.
import { get, Problem, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Field, Input, Select, Skeleton, TextArea, toast } from '../../core/ui.js'
import { language } from '../../core/words.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { Failed } from './act.js'
import { CallClinic, useWho } from './who.js'
import { say } from './words-profile.js'

/** Languages that letters are often wanted in; the patient's own is added. */
const tongues = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt', 'ro', 'ru', 'tr', 'uk', 'ar', 'fa', 'vi', 'zh']

/** @param {string} tag */
function tongueName(tag) {
    try {
        return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) || tag
    } catch {
        return tag
    }
}

export function Contact() {
    const who = useWho()
    if (who.person) return html`<section class="card stack"><h2><bdi>${nameOf(who.person)}</bdi></h2><p class="muted">${who.person.birth_date && date(who.person.birth_date)}</p><p>${say('onlyOwner')}</p><div><${CallClinic} /></div></section>`
    return html`<${OwnContact} />`
}

function OwnContact() {
    const { data, error, reload } = useLoad(() => get('/patient/profile'), [])
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${6} />`
    const profile = data
    return html`<section class="card stack"><dl class="page-facts"><dt>${say('name')}</dt><dd><bdi>${nameOf(profile)}</bdi></dd>${profile.birth_date && html`<dt>${say('birth')}</dt><dd>${date(profile.birth_date)}</dd>`}</dl><p class="muted small">${say('clinicChanges')}</p></section>
        <${ContactForm} key=${profile.version} profile=${profile} onSaved=${reload} />`
}

/** @param {{profile: any, onSaved: () => any}} props */
function ContactForm({ profile, onSaved }) {
    const [draft, setDraft] = useState({ phone: profile.phone || '', email: profile.email || '', address: profile.address || '', language: profile.language || '' })
    const [error, setError] = useState('')
    const set = (/** @type {string} */ key) => (/** @type {string} */ value) => setDraft({ ...draft, [key]: value })
    const save = async () => {
        setError('')
        try {
            const body = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value.trim()]).filter(([, value]) => value))
            await put('/patient/profile', body, { ifMatch: `"${profile.version}"` })
            toast(say('saved'))
            onSaved()
        } catch (problem) {
            if (problem instanceof Problem && problem.status === 412) {
                onSaved()
                return toast(say('reread'), { tone: 'bad' })
            }
            setError(explain(problem))
        }
    }
    const known = [...new Set([...(draft.language ? [draft.language] : []), ...tongues])]
    return html`<section class="card"><${Form} action=${say('save')} onSend=${save} error=${error}>
        <div class="page-two"><${Field} label=${say('phone')}><${Input} type="tel" autocomplete="tel" maxLength="40" value=${draft.phone} onInput=${set('phone')} /><//>
            <${Field} label=${say('email')} hint=${say('contactHint')}><${Input} type="email" autocomplete="email" maxLength="254" value=${draft.email} onInput=${set('email')} /><//></div>
        <div class="page-two"><${Field} label=${say('address')}><${TextArea} autocomplete="street-address" maxLength="500" rows="3" dir="auto" value=${draft.address} onInput=${set('address')} /><//>
            <${Field} label=${say('language')}><${Select} value=${draft.language} onChange=${set('language')} options=${[{ value: '', label: say('clinicLanguage') }, ...known.map((tag) => ({ value: tag, label: tongueName(tag) }))]} /><//></div><//></section>`
}
