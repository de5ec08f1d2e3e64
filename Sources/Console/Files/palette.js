import { html, useState } from './core/dom.js'
import { activeCommands, keysText, paletteIsOpen } from './core/keys.js'
import { useSignal } from './core/signal.js'
import { Dialog } from './core/ui.js'
import { say } from './app-words.js'

/** Every command of the screen with its keys, found by its words. */
export function Palette() {
    return useSignal(paletteIsOpen) ? html`<${Open} />` : null
}

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function Open() {
    const [commands] = useState(activeCommands)
    const [text, setText] = useState('')
    const [at, setAt] = useState(0)
    const parts = plain(text).split(/\s+/).filter(Boolean)
    const begins = (/** @type {{title: string}} */ { title }) => parts.every((part) => ` ${plain(title)}`.includes(` ${part}`))
    const matching = commands.filter((command) => parts.every((part) => plain(command.title).includes(part)))
    // "Lock" before "Block".
    const found = [...matching.filter(begins), ...matching.filter((command) => !begins(command))]
    const close = () => paletteIsOpen.set(false)
    const run = (/** @type {import('./core/keys.js').Command|undefined} */ command) => {
        close()
        if (command) setTimeout(command.run, 0)
    }
    const key = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
        else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
        else if (event.key === 'Enter') run(found[at])
        else return
        event.preventDefault()
        requestAnimationFrame(() => document.getElementById(`command-${at}`)?.scrollIntoView({ block: 'nearest' }))
    }
    return html`<${Dialog} title=${say('palette')} class="palette" onClose=${close}>
        <input class="input" autofocus role="combobox" aria-expanded="true" aria-controls="commands" aria-activedescendant=${found[at] ? `command-${at}` : undefined} aria-label=${say('paletteHint')} placeholder=${say('paletteHint')} value=${text}
            onInput=${(event) => (setText(event.target.value), setAt(0))} onKeyDown=${key} />
        <ul role="listbox" id="commands" aria-label=${say('palette')}>${found.map((command, index) => html`<li role="option" key=${command.id} id=${`command-${index}`} aria-selected=${index === at}
            onClick=${() => run(command)} onPointerMove=${() => setAt(index)}><span>${command.title}</span>${command.keys && html`<kbd>${keysText(command.keys)}</kbd>`}</li>`)}</ul><//>`
}
