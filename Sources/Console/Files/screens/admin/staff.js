import { all } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, today } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Checkbox, Failure, Skeleton, Table } from '../../core/ui.js'
import { dayName, hoursText } from './hours.js'
import { HireDialog } from './hire.js'
import { StaffDialog } from './member.js'
import { say } from './words.js'

/** Hours of a week in one line. @param {any[]|undefined} hours */
export function weekText(hours) {
    if (!hours) return say('clinicHours')
    const same = hours.length > 1 && hours.every((day) => hoursText(day) === hoursText(hours[0]))
    if (same) return `${hours.map((day) => dayName(day.weekday, 'short')).join(' ')} ${hoursText(hours[0])}`
    return hours.map((day) => `${dayName(day.weekday, 'short')} ${hoursText(day)}`).join(' · ') || say('closed')
}

export function Staff() {
    const { data, error, reload } = useLoad(() => all('/staff', { limit: 200 }), [])
    const [gone, setGone] = useState(false)
    const [open, setOpen] = useState(/** @type {any} */ (null))
    useCommands([{ id: 'admin-new', title: say('hire'), keys: 'n', run: () => setOpen('hire') }])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${8} />`
    const away = (/** @type {any} */ one) => one.time_off.find((/** @type {any} */ off) => off.end > today())
    const shown = data.filter((one) => gone || one.active)
    const member = open && open !== 'hire' && data.find((one) => one.id === open)
    return html`<div class="stack"><div class="row spread"><${Checkbox} checked=${gone} onChange=${setGone}>${say('showRetired')}<//><${Button} kind="primary" icon="plus" keys="n" onClick=${() => setOpen('hire')}>${say('hire')}<//></div>
        <${Table} caption=${say('staff')} hideCaption rows=${shown} onOpen=${(/** @type {any} */ row) => setOpen(row.id)} columns=${[
            { key: 'name', label: say('name'), render: (/** @type {any} */ row) => html`<strong><bdi>${row.name}</bdi></strong>${row.specialty && html`<br /><span class="muted small">${row.specialty}</span>`}` },
            { key: 'roles', label: say('roles'), render: (/** @type {any} */ row) => html`<span class="row">${row.roles.map((/** @type {any} */ role) => html`<${Badge} key=${role} tone=${role === 'admin' ? 'violet' : role === 'doctor' ? 'accent' : 'info'}>${say(role)}<//>`)}</span>` },
            { key: 'email', label: say('email'), render: (/** @type {any} */ row) => row.email || html`<span class="muted">–</span>` },
            { key: 'hours', label: say('hours'), render: (/** @type {any} */ row) => html`<span class=${row.hours ? 'number' : 'muted'}>${weekText(row.hours)}</span>` },
            { key: 'state', label: html`<span class="sr-only">${say('active')}</span>`, render: (/** @type {any} */ row) => html`${!row.active && html`<${Badge}>${say('leftStaff')}<//>`}${away(row) && html`<${Badge} tone="warn">${say('timeOff')} ${date(away(row).start.slice(0, 10))}<//>`}` },
        ]} />
        ${open === 'hire' && html`<${HireDialog} onClose=${() => setOpen(null)} onHired=${reload} />`}
        ${member && html`<${StaffDialog} key=${member.id} member=${member} onClose=${() => setOpen(null)} onChanged=${reload} />`}</div>`
}
