import { useEffect } from '../../core/dom.js'

/**
 * Puts the focus on an element of the dialog when a step begins, and again when the inputs change.
 * @param {string} selector @param {any[]} [inputs]
 */
export function useFocusOn(selector, inputs = []) {
    useEffect(() => {
        const dialog = document.querySelector('dialog.booking[open]')
        const element = /** @type {HTMLElement|null|undefined} */ (dialog?.querySelector(selector))
        element?.focus()
    }, inputs)
}
