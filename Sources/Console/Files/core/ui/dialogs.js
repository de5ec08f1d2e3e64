import { html, useEffect, useLayoutEffect, useRef, useState } from '../dom.js'
import { keysText } from '../keys.js'
import { Button, IconButton } from './basics.js'
import { Icon } from './icons.js'
import { say } from './words.js'

/**
 * A modal dialog. It closes by Escape, by its button, and by `onClose`; the focus returns to where it was.
 * @param {{title: any, onClose: () => any, children?: any, footer?: any, wide?: boolean, class?: string}} props
 */
export function Dialog({ title, onClose, children, footer, wide, class: more = '' }) {
    const element = useRef(/** @type {any} */ (null))
    const id = useRef(`dialog-${Math.random().toString(36).slice(2)}`)
    useEffect(() => {
        const before = /** @type {HTMLElement|null} */ (document.activeElement)
        const box = element.current
        box?.showModal()
        const first = element.current?.querySelector('[autofocus], input:not([type=hidden]):not(:disabled), select, textarea, .dialog-foot .button')
        first?.focus()
        return () => {
            // What lies under an open dialog cannot take the focus.
            box?.close()
            if (before?.isConnected) before.focus()
        }
    }, [])
    return html`<dialog class=${`dialog ${wide ? 'wide' : ''} ${more}`} ref=${element} aria-labelledby=${id.current}
        onCancel=${(event) => (event.target === element.current && (event.preventDefault(), onClose()))}>
        <div class="dialog-body">
            <div class="dialog-head"><h2 id=${id.current}>${title}</h2><${IconButton} name="close" label=${say('close')} onClick=${onClose} /></div>
            ${children}
            ${footer && html`<div class="dialog-foot">${footer}</div>`}
        </div></dialog>`
}

/**
 * Asks before a step that cannot be taken back.
 * @param {{title: any, text?: any, confirm: string, danger?: boolean, onConfirm: () => any, onClose: () => any, children?: any}} props
 */
export function Confirm({ title, text, confirm, danger, onConfirm, onClose, children }) {
    return html`<${Dialog} title=${title} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//>
        <${Button} kind=${danger ? 'danger' : 'primary'} onClick=${onConfirm}>${confirm}<//>`}>${text && html`<p>${text}</p>`}${children}<//>`
}

/**
 * A button that opens a menu of steps.
 * @param {{label: any, icon?: string, kind?: string, small?: boolean, ariaLabel?: string, items: ({label: any, run: () => any, danger?: boolean, disabled?: boolean, keys?: string} | null | false)[], onOpenChange?: (open: boolean) => void, [other: string]: any}} props
 */
export function Menu({ label, icon, kind, small, ariaLabel, items, onOpenChange, ...rest }) {
    const [open, setOpen] = useState(false)
    const button = useRef(/** @type {any} */ (null))
    const box = useRef(/** @type {any} */ (null))
    const show = (/** @type {boolean} */ next) => {
        setOpen(next)
        onOpenChange?.(next)
    }
    useLayoutEffect(() => {
        if (!open) return
        const menu = box.current
        menu.showPopover?.()
        const at = button.current.getBoundingClientRect()
        const size = menu.getBoundingClientRect()
        menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`
        menu.style.top = `${at.bottom + size.height + 8 > innerHeight && at.top > size.height ? at.top - size.height - 4 : Math.min(at.bottom + 4, innerHeight - size.height - 8)}px`
        menu.querySelector('button:not(:disabled)')?.focus()
        const away = (event) => !menu.contains(event.target) && !button.current?.contains(event.target) && show(false)
        document.addEventListener('pointerdown', away, true)
        return () => document.removeEventListener('pointerdown', away, true)
    }, [open])
    const close = () => (show(false), button.current?.focus())
    const key = (/** @type {KeyboardEvent} */ event) => {
        const all = [...box.current.querySelectorAll('button:not(:disabled)')]
        const at = all.indexOf(document.activeElement)
        const move = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
        if (move !== undefined) all[(move + all.length) % all.length]?.focus()
        else if (event.key === 'Escape' || event.key === 'Tab') close()
        else return
        event.preventDefault()
        event.stopPropagation()
    }
    return html`<button type="button" ...${rest} ref=${button} class=${`button ${kind || 'plain'} ${small ? 'small' : ''} ${label ? '' : 'icon'}`} aria-haspopup="menu" aria-expanded=${open} aria-label=${ariaLabel}
            onClick=${(event) => (event.stopPropagation(), show(!open))}>${icon && html`<${Icon} name=${icon} />`}${label}</button>
        ${open && html`<div class="menu" role="menu" popover="manual" ref=${box} onKeyDown=${key} onClick=${(event) => event.stopPropagation()}>
            ${/** @type {any[]} */ (items.filter(Boolean)).map((item) => html`<button type="button" role="menuitem" class=${item.danger ? 'danger' : ''} disabled=${item.disabled}
                onClick=${() => (close(), item.run())}><span>${item.label}</span>${item.keys && html`<kbd>${keysText(item.keys)}</kbd>`}</button>`)}</div>`}`
}
