import { html } from '../../core/dom.js'
export default function Screen() { return html`<p>…</p>` }
