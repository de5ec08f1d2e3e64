import { html } from '../../core/dom.js'
import { Badge } from '../../core/ui.js'
import { useUnread } from './unread.js'
import { say } from './words.js'

/** The number of unread messages beside the screen's name; nothing if there are none. */
export function Unread() {
    const unread = useUnread()
    if (!unread?.messages) return null
    return html`<${Badge} tone="accent">${unread.messages > 99 ? '99+' : unread.messages}<span class="sr-only"> ${say('unread')}</span><//>`
}
