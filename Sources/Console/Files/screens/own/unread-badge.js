import { html } from '../../core/dom.js'
import { Badge } from '../../core/ui.js'
import { useUnread } from './unread.js'
import { say } from './words.js'

/** The number of unread messages beside the screen's name; nothing if there are none. */
export function OwnUnread() {
    const { messages } = useUnread()
    return messages ? html`<${Badge} tone="accent">${messages > 99 ? '99+' : messages}<span class="sr-only"> ${say('new')}</span><//>` : null
}
