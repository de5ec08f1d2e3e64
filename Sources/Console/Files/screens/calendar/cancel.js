import { html, useState } from '../../core/dom.js'
import { Button, Dialog, Field, Input, ProblemText } from '../../core/ui.js'
import { cancelVisit, nameIn } from './send.js'
import { say } from './words.js'

/** @param {{visit: import('../board/model.js').Visit, onDone: () => void, onClose: () => void}} props */
export function CancelVisit({ visit, onDone, onClose }) {
    const [reason, setReason] = useState('')
    const [tried, setTried] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const send = async () => {
        setTried(true)
        if (!reason.trim()) return
        try {
            await cancelVisit(visit, reason.trim())
            onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('cancelTitle', { name: nameIn(visit) })} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('keepVisit')}<//><${Button} kind="danger" onClick=${send}>${say('cancelVisit')}<//>`}>
        <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), send())}><${Field} label=${say('reason')} hint=${say('cancelHint')} error=${tried && !reason.trim() ? say('needed') : ''}><${Input} autofocus value=${reason} maxLength="300" onInput=${setReason} /><//></form><${ProblemText} problem=${problem} /><//>`
}
