// Filling in the medical history form and signing it.
import { get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { onForget } from '../../core/session.js'
import { Button, DateInput, Field, Input, Segmented, Select, Skeleton, TextArea, toast } from '../../core/ui.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { Failed } from './act.js'
import { answerOf, choiceText, questionText } from './history-answers.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** Answers that are not sent yet, by patient: they survive a look at another screen. @type {Map<string, any>} */
const drafts = new Map()
onForget(() => drafts.clear())

/** @param {{onClose: () => any, onDone: () => any}} props */
export function HistoryForm({ onClose, onDone }) {
    const who = useWho()
    const { data, error, reload } = useLoad(() => get('/history-forms/template'), [])
    const [answers, setAnswers] = useState(drafts.get(who.id) || {})
    const [name, setName] = useState('')
    const [tried, setTried] = useState(false)
    const [failure, setFailure] = useState('')
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${8} />`
    const { number, questions } = data.template
    const missing = (/** @type {any} */ question) => tried && question.required && !answerOf(question, answers[question.key])
    const set = (/** @type {string} */ key, /** @type {any} */ value) => {
        const next = { ...answers, [key]: value }
        drafts.set(who.id, next)
        setAnswers(next)
    }
    const send = async () => {
        setTried(true)
        setFailure('')
        if (questions.some((/** @type {any} */ one) => one.required && !answerOf(one, answers[one.key]))) return setFailure(say('required'))
        if (!name.trim()) return
        try {
            await post('/patient/history-forms', { template: number, signed_name: name.trim(), answers: questions.map((/** @type {any} */ one) => ({ key: one.key, answer: answerOf(one, answers[one.key]) })).filter((/** @type {any} */ one) => one.answer) }, { query: who.query })
            drafts.delete(who.id)
            toast(say('historyDone'))
            onDone()
        } catch (problem) {
            if (problem instanceof Problem && problem.type === 'history-template-changed') {
                await reload()
                return setFailure(say('changed'))
            }
            setFailure(explain(problem))
        }
    }
    return html`<section class="card"><${Form} action=${say('signHistory')} onSend=${send} error=${failure}>
        ${questions.map((/** @type {any} */ question) => html`<${Question} key=${question.key} question=${question} template=${number} value=${answers[question.key]} isMissing=${missing(question)} onChange=${(/** @type {any} */ value) => set(question.key, value)} />`)}
        <${Field} label=${say('signedName')} hint=${say('signHint')} error=${tried && !name.trim() && say('needName')}><${Input} autocomplete="name" maxLength="200" dir="auto" value=${name} onInput=${setName} /><//><//>
        <div><${Button} kind="quiet" onClick=${onClose}>${say('back')}<//></div></section>`
}

/** @param {{question: any, template: number, value: any, isMissing: boolean, onChange: (value: any) => any}} props */
function Question({ question, template, value, isMissing, onChange }) {
    const { text, original } = questionText(question, template)
    const label = html`${text}${question.required ? ' *' : ''}${original && html`<small class="own-original" lang="en">${original}</small>`}`
    const error = isMissing && say('requiredMark')
    if (question.kind === 'yes_no') {
        return html`<div class=${`own-question ${isMissing ? 'missing' : ''}`} data-missing=${isMissing ? '' : undefined}><span class="grow">${label}${error && html` <strong class="own-missing">${error}</strong>`}</span>
            <${Segmented} label=${text} value=${value} onChange=${onChange} options=${[{ value: true, label: say('yes') }, { value: false, label: say('no') }]} /></div>`
    }
    if (question.kind === 'choice') return html`<${Field} label=${label} error=${error}><${Select} value=${value || ''} onChange=${onChange} options=${[{ value: '', label: '–' }, ...question.choices.map((/** @type {string} */ one) => ({ value: one, label: choiceText(one, template) }))]} /><//>`
    if (question.kind === 'date') return html`<${Field} label=${label} error=${error}><${DateInput} min="1900-01-01" max=${today()} value=${value || ''} onChange=${onChange} /><//>`
    if (question.kind === 'number') return html`<${Field} label=${label} error=${error}><${Input} inputMode="decimal" value=${value || ''} onInput=${onChange} /><//>`
    return html`<${Field} label=${label} error=${error}><${TextArea} maxLength="2000" dir="auto" value=${value || ''} onInput=${onChange} /><//>`
}
