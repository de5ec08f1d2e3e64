// Who sees the patient's pages, and whose pages the patient sees.
import { all, del } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { age, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Button, Skeleton, toast } from '../../core/ui.js'
import { Sure } from '../../pages/sure.js'
import { Failed } from './act.js'
import { isolated, showPerson, useWho } from './who.js'
import { say } from './words-profile.js'
import { say as common } from './words.js'

export function Guardians() {
    const { dependants } = useWho()
    const { data, error, reload } = useLoad(() => all('/patient/guardians'), [])
    const [asked, setAsked] = useState(/** @type {any} */ (null))
    const end = async () => {
        await del(`/patient/guardians/${asked.id}`)
        setAsked(null)
        toast(say('guardianEnded'))
        await reload()
    }
    return html`<div class="own-cards"><section class="card stack"><h2>${say('guardians')}</h2>${error && html`<${Failed} error=${error} retry=${reload} />`}${!data && !error && html`<${Skeleton} rows=${2} />`}
            ${data && html`<p class="muted">${say(data.length ? 'guardiansText' : 'noGuardians')}</p>`}
            <ul class="bare own-items">${(data || []).map((one) => html`<li key=${one.id} class="row spread"><span class="grow"><strong><bdi>${one.name}</bdi></strong> ${one.suspended && html`<${Badge}>${say('suspended')}<//>`}</span><${Button} small onClick=${() => setAsked(one)}>${say('endGuardian')}<//></li>`)}</ul></section>
        <section class="card stack"><h2>${say('dependants')}</h2>${!dependants.length && html`<p class="muted">${say('noDependants')}</p>`}
            <ul class="bare own-items">${dependants.map((one) => html`<li key=${one.id} class="row spread"><span class="grow"><strong><bdi>${nameOf(one)}</bdi></strong>${one.birth_date && html` <span class="muted">${common('years', { count: age(one.birth_date) })}</span>`}</span><${Button} small onClick=${() => (showPerson(one), go('own'))}>${say('open')}<//></li>`)}</ul></section></div>
        ${asked && html`<${Sure} title=${say('sureEnd', { name: isolated(asked.name) })} text=${say('sureEndText')} keep=${say('keep')} confirm=${say('endGuardian')} danger onClose=${() => setAsked(null)} onConfirm=${end} />`}`
}
