import { post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, today } from '../../core/format.js'
import { Button, Checkbox, DateInput, Field, Select, TimeInput, toast } from '../../core/ui.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { useOnce } from '../patients/attempt.js'
import { lastDay } from './slots.js'
import { dayName } from './waitlist.js'
import { say } from './words.js'

/** @param {{services: any[], doctors: any[], serviceID?: string, onClose: () => any, onJoined: () => any}} props */
export function JoinWaitlist({ services, doctors, serviceID, onClose, onJoined }) {
    const [wish, setWish] = useState(/** @type {any} */ ({ service_id: serviceID || '', doctor_id: '', first_day: today(), last_day: lastDay() < addDays(today(), 60) ? lastDay() : addDays(today(), 60), weekdays: [1, 2, 3, 4, 5], earliest: '', latest: '' }))
    const [error, setError] = useState('')
    const once = useOnce()
    const set = (/** @type {string} */ key) => (/** @type {any} */ value) => setWish({ ...wish, [key]: value })
    const service = services.find((one) => one.id === wish.service_id) || services[0]
    const able = doctors.filter((one) => !service?.doctors?.length || service.doctors.includes(one.id))
    const join = async () => {
        setError('')
        if (!service) return
        if (!wish.first_day || !wish.last_day || wish.first_day > wish.last_day || !wish.weekdays.length) return setError(say('needDays'))
        try {
            const { doctor_id, earliest, latest, weekdays, ...rest } = wish
            const body = { ...rest, service_id: service.id, ...(doctor_id ? { doctor_id } : {}), ...(earliest ? { earliest } : {}), ...(latest ? { latest } : {}), ...(weekdays.length < 7 ? { weekdays } : {}) }
            await once(body, (key) => post('/waitlist', body, { key }))
            toast(say('joined'))
            onJoined()
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<section class="card stack"><h2>${say('waitJoin')}</h2><${Form} action=${say('join')} onSend=${join} error=${error}>
        <div class="page-two"><${Field} label=${say('waitFor')}><${Select} value=${service?.id} onChange=${set('service_id')} options=${services.map((one) => ({ value: one.id, label: one.name }))} /><//>
            <${Field} label=${say('withDoctor')}><${Select} value=${wish.doctor_id} onChange=${set('doctor_id')} options=${[{ value: '', label: say('anyDoctor') }, ...able.map((one) => ({ value: one.id, label: one.name }))]} /><//></div>
        <div class="page-two"><${Field} label=${say('firstDay')}><${DateInput} min=${today()} value=${wish.first_day} onChange=${set('first_day')} /><//><${Field} label=${say('lastDay')}><${DateInput} min=${today()} value=${wish.last_day} onChange=${set('last_day')} /><//></div>
        <fieldset class="own-days"><legend>${say('weekdays')}</legend>${[1, 2, 3, 4, 5, 6, 7].map((day) => html`<${Checkbox} key=${day} checked=${wish.weekdays.includes(day)} onChange=${(/** @type {boolean} */ is) => set('weekdays')(is ? [...wish.weekdays, day].sort() : wish.weekdays.filter((/** @type {number} */ one) => one !== day))}>${dayName(day)}<//>`)}</fieldset>
        <div class="page-two"><${Field} label=${say('earliest')}><${TimeInput} value=${wish.earliest} onChange=${set('earliest')} /><//><${Field} label=${say('latest')} hint=${say('anyTime')}><${TimeInput} value=${wish.latest} onChange=${set('latest')} /><//></div><//>
        <div><${Button} kind="quiet" onClick=${onClose}>${say('back')}<//></div></section>`
}
