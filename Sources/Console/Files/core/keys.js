// Shortcuts. A command is active while the component that names it is on the screen; the palette lists the active ones.
import { useEffect, useRef } from './dom.js'
import { onForget } from './forget.js'
import { signal } from './signal.js'

/** @typedef {{id: string, title: string, keys?: string, run: () => any, when?: () => boolean, group?: string}} Command */

/** @type {Set<{list: Command[]}>} */
const active = new Set()
/** Whether the palette is open. */
export const paletteIsOpen = signal(false)
// Commands name patients, and do what the session allowed.
onForget(() => paletteIsOpen.set(false))

/** @param {Command[]} list */
export function useCommands(list) {
    const mine = useRef({ list })
    mine.current.list = list
    useEffect(() => {
        const entry = mine.current
        active.add(entry)
        return () => {
            active.delete(entry)
        }
    }, [])
}

/**
 * The active commands; the youngest component first.
 * @returns {Command[]}
 */
export function activeCommands() {
    /** @type {Map<string, Command>} */
    const found = new Map()
    for (const { list } of [...active].reverse()) for (const command of list) if (!found.has(command.id) && (!command.when || command.when())) found.set(command.id, command)
    return [...found.values()]
}

/**
 * How keys are written for people.
 * @param {string} keys
 */
export function keysText(keys) {
    const mac = /Mac|iPhone|iPad/.test(navigator.platform)
    return keys.replace('Mod', mac ? '⌘' : 'Ctrl').replace('Escape', 'Esc').replace('ArrowLeft', '←').replace('ArrowRight', '→').replace('ArrowUp', '↑').replace('ArrowDown', '↓')
}

let prefix = ''
/** @type {ReturnType<typeof setTimeout>|undefined} */
let prefixTimer

/** @param {KeyboardEvent} event */
function nameOf(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/.test(key)) ? 'Shift+' : ''
    return (event.ctrlKey || event.metaKey ? 'Mod+' : '') + (event.altKey ? 'Alt+' : '') + shift + key
}

/** @param {EventTarget | null} target */
function takesText(target) {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && !/^(checkbox|radio|button|range)$/.test(/** @type {any} */ (target).type)
}

document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const name = nameOf(event)
    if (name === 'Mod+k') {
        event.preventDefault()
        paletteIsOpen.set(!paletteIsOpen.get())
        return
    }
    // Letters belong to the field that has the focus, and to an open dialog.
    if (takesText(event.target) && !name.startsWith('Mod+') && !/^F\d/.test(name)) return
    if (document.querySelector('dialog[open]') && !(/** @type {any} */ (event.target)?.closest?.('dialog[open]'))) return
    const commands = activeCommands().filter((command) => command.keys)
    const inDialog = Boolean(document.querySelector('dialog[open]'))
    const typed = prefix ? `${prefix} ${name}` : name
    const found = commands.find((command) => command.keys === typed && (!inDialog || command.group === 'dialog'))
    clearTimeout(prefixTimer)
    if (found) {
        prefix = ''
        event.preventDefault()
        found.run()
    } else if (!prefix && !inDialog && commands.some((command) => command.keys?.startsWith(`${name} `))) {
        prefix = name
        prefixTimer = setTimeout(() => (prefix = ''), 1200)
    } else prefix = ''
})
