// The account: its address, name, password and sessions.
import { all, del, patch, post, Problem, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { relative } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { reloadSession, useSession } from '../../core/session.js'
import { Badge, Field, Input, Skeleton, toast } from '../../core/ui.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { Act, Failed } from './act.js'
import { say } from './words-profile.js'

export function Account() {
    const { me, role } = useSession()
    return html`${role === 'person' && html`<p class="notice">${say('noClinic')}</p>`}<div class="own-cards"><section class="card stack"><p><span class="muted">${say('accountEmail')}</span><br /><strong class="own-break">${me?.email}</strong> <${Badge} tone=${me?.email_verified ? 'good' : 'warn'}>${say(me?.email_verified ? 'verified' : 'notVerified')}<//></p>
            ${!me?.email_verified && html`<div><${Act} onClick=${async () => {
                await post('/me/email-verification')
                toast(say('verifySent'))
            }}>${say('verify')}<//></div>`}<${Name} me=${me} /></section>
        <section class="card stack"><h2>${say('password')}</h2><${Password} /></section><section class="card stack"><h2>${say('sessions')}</h2><${Sessions} /></section></div>`
}

/** @param {{me: any}} props */
function Name({ me }) {
    const [name, setName] = useState(me?.name || '')
    const [error, setError] = useState('')
    const save = async () => {
        setError('')
        try {
            await patch('/me', { name: name.trim() })
            toast(say('saved'))
            await reloadSession()
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<${Form} action=${say('save')} onSend=${save} error=${error}><${Field} label=${say('accountName')}><${Input} autocomplete="name" maxLength="200" dir="auto" value=${name} onInput=${setName} /><//><//>`
}

function Password() {
    const [current, setCurrent] = useState('')
    const [next, setNext] = useState('')
    const [error, setError] = useState('')
    const [wrong, setWrong] = useState('')
    const save = async () => {
        setError('')
        setWrong('')
        try {
            await put('/me/password', { current_password: current, new_password: next })
            setCurrent('')
            setNext('')
            toast(say('passwordDone'))
        } catch (problem) {
            if (problem instanceof Problem && problem.type === 'wrong-password') setWrong(explain(problem))
            else setError(explain(problem))
        }
    }
    return html`<${Form} action=${say('save')} onSend=${save} error=${error}><${Field} label=${say('current')} error=${wrong}><${Input} type="password" autocomplete="current-password" value=${current} onInput=${setCurrent} /><//>
        <${Field} label=${say('next')} hint=${say('passwordHint')}><${Input} type="password" autocomplete="new-password" value=${next} onInput=${setNext} /><//><//>`
}

/** Sessions that are listed at once. */
const shown = 4

function Sessions() {
    const { data, error, reload } = useLoad(() => all('/sessions'), [])
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${2} />`
    const row = (/** @type {any} */ one) => html`<li key=${one.id} class="row spread"><span class="grow"><bdi>${one.device_name || '–'}</bdi> ${one.is_current && html`<${Badge} tone="info">${say('thisOne')}<//>`}<small class="muted">${say('lastSeen', { when: relative(one.last_seen_at) })}</small></span>
        ${!one.is_current && html`<${Act} small onClick=${async () => {
            await del(`/sessions/${one.id}`)
            toast(say('ended'))
            await reload()
        }}>${say('end')}<//>`}</li>`
    const sorted = [...data.filter((one) => one.is_current), ...data.filter((one) => !one.is_current)]
    return html`<ul class="bare own-items">${sorted.slice(0, shown).map(row)}</ul>${sorted.length > shown && html`<details class="own-details"><summary>${say('moreSessions', { count: sorted.length - shown })}</summary><ul class="bare own-items">${sorted.slice(shown).map(row)}</ul></details>`}`
}
