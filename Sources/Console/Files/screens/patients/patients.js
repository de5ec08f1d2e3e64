// Patients: finding one on the left, the record on the right.
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { useHandedOver } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { useSignal } from '../../core/signal.js'
import { Button, Empty, useStyle } from '../../core/ui.js'
import { Find } from './find.js'
import { Record } from './record.js'
import { Register } from './register.js'
import { isNewlyHanded, open, showPatient } from './state.js'
import { say } from './words.js'

export default function Screen() {
    useStyle('/console/screens/patients/patients.css')
    const { role } = useSession()
    const handed = useHandedOver()
    const shown = useSignal(open)
    const [registering, setRegistering] = useState(/** @type {string|null} */ (null))
    const mayRegister = role === 'receptionist' || role === 'admin'
    useEffect(() => {
        if (!isNewlyHanded(handed)) return
        if (handed.patientId) showPatient({ id: handed.patientId, name: handed.name }, handed.tab)
        if (handed.register && mayRegister) setRegistering(String(handed.register === true ? '' : handed.register))
    }, [handed])
    const back = useRef(/** @type {any} */ (null))
    useEffect(() => {
        // On a phone the record takes the place of the search, and the focus goes with it.
        if (shown && matchMedia('(max-width: 900px)').matches) back.current?.querySelector('button')?.focus()
    }, [shown?.known.id])
    const onRegister = mayRegister ? (/** @type {string} */ text) => setRegistering(text) : undefined
    return html`<div class=${`patients ${shown ? 'patients-has-record' : ''}`}>
        <h1 class="sr-only">${say('title')}</h1>
        <${Find} onRegister=${onRegister} />
        <div class="patients-place">
            ${shown && html`<div class="patients-back" ref=${back}><${Button} kind="quiet" icon="left" onClick=${() => open.set(null)}>${say('back')}<//></div>
                <${Record} key=${shown.known.id} known=${shown.known} tab=${shown.tab} />`}
            ${!shown && html`<div class="patients-none"><${Empty} icon="people" title=${say('noneOpen')} text=${say('noneOpenText')}
                action=${mayRegister && html`<${Button} icon="plus" keys="n" onClick=${() => setRegistering('')}>${say('register')}<//>`} /></div>`}
        </div>
        ${registering !== null && html`<${Register} text=${registering} onClose=${() => setRegistering(null)} onDone=${(patient) => (setRegistering(null), showPatient(patient))} />`}
    </div>`
}
