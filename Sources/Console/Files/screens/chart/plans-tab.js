// The treatment plans of a patient for the reception, which sees plans but no findings.
import { all } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { useStyle } from '../../core/ui.js'
import { Plans } from './plans.js'

/** @param {{patient: any, onBook?: (what: any) => void}} props */
export default function Tab({ patient, onBook }) {
    useStyle('/console/screens/chart/chart.css')
    const plans = useLoad(() => all('/treatment-plans', { patient_id: patient.id, limit: 200 }), [patient.id])
    const [proposing, setProposing] = useState(null)
    return html`<${Plans} plans=${plans} patientId=${patient.id} proposing=${proposing} onProposing=${setProposing} onBook=${onBook} />`
}
