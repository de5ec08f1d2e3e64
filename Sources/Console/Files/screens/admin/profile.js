import { address, del, fetchRaw, problemOf, put } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { Button, Card, toast } from '../../core/ui.js'
import { Desks } from './desks.js'
import { orNull, TextField } from './form.js'
import { Section, tagOf } from './section.js'
import { say } from './words.js'

/** The clinic's name, address and logo. @param {{settings: any, onSaved: (settings: any) => void}} props */
export function Profile({ settings, onSaved }) {
    const { profile } = settings
    const save = (/** @type {any} */ value) => put('/clinic/profile', { name: value.name.trim(), address: orNull(value.address), phone: orNull(value.phone), email: orNull(value.email) }, { ifMatch: tagOf(settings) })
    return html`<div class="admin-two">
        <${Section} title=${say('profileTitle')} first=${{ name: profile.name, address: profile.address || '', phone: profile.phone || '', email: profile.email || '' }} send=${save} onSaved=${onSaved}>
            ${(/** @type {any} */ form) => html`<${TextField} form=${form} name="name" label=${say('name')} autocomplete="organization" /><${TextField} form=${form} name="address" label=${say('address')} area rows="3" autocomplete="off" />
                <div class="admin-grid"><${TextField} form=${form} name="phone" type="tel" label=${say('phone')} autocomplete="off" /><${TextField} form=${form} name="email" type="email" label=${say('email')} autocomplete="off" /></div>
                <p class="muted small">${say('zoneNote', { zone: settings.time_zone, currency: settings.currency })}</p>`}<//>
        <div class="stack"><${Logo} settings=${settings} onSaved=${onSaved} /><${Desks} /></div></div>`
}

/** @param {{settings: any, onSaved: (settings: any) => void}} props */
function Logo({ settings, onSaved }) {
    const input = useRef(/** @type {any} */ (null))
    const [url, setURL] = useState('')
    useEffect(() => {
        if (!settings.logo) return setURL('')
        let made = ''
        fetchRaw(address(`/public/clinics/${settings.id}/logo`), { open: true }).then(async (response) => response.ok && setURL((made = URL.createObjectURL(await response.blob()))), () => {})
        return () => URL.revokeObjectURL(made)
    }, [settings.logo?.sha256])
    const send = async () => {
        const [file] = input.current.files
        if (!file) return
        const response = await fetchRaw('/clinic/logo', { method: 'PUT', headers: { 'Content-Type': file.type, 'Idempotency-Key': crypto.randomUUID() }, body: file })
        input.current.value = ''
        if (!response.ok) throw await problemOf(response)
        toast(say('logoSaved'))
        onSaved(await response.json())
    }
    const remove = async () => {
        const answer = await del('/clinic/logo')
        toast(say('logoRemoved'))
        onSaved(answer || { ...settings, logo: null, version: settings.version + 1 })
    }
    return html`<${Card} title=${say('logo')}>${url && html`<img class="admin-logo" src=${url} alt=${settings.profile.name} />`}
        <div class="field"><label for="admin-logo">${say('chooseFile')}</label><input class="input" id="admin-logo" type="file" accept="image/png,image/jpeg" ref=${input} aria-describedby="admin-logo-hint" /><span class="hint" id="admin-logo-hint">${say('logoHint')}</span></div>
        <div class="row"><${Button} kind="primary" onClick=${send}>${say('save')}<//>${settings.logo && html`<${Button} onClick=${remove}>${say('remove')}<//>`}</div><//>`
}
