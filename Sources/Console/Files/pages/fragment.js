// Mailed links carry what they are for behind the `#`, so that no server logs it: `#purpose=password&token=…`.
import { useEffect, useState } from '../core/dom.js'

/** @typedef {{purpose: string, token: string}} Fragment */

/** Takes the fragment out of the address at once, so that it stays in no history and no bookmark. @returns {Fragment} */
function take() {
    const values = new URLSearchParams(location.hash.slice(1))
    if (location.hash) history.replaceState(null, '', location.pathname)
    return { purpose: values.get('purpose') || '', token: values.get('token') || '' }
}

const first = take()

/** What the link says; another link in the same tab replaces it. @returns {Fragment} */
export function useFragment() {
    const [found, setFound] = useState(first)
    useEffect(() => {
        const read = () => location.hash && setFound(take())
        window.addEventListener('hashchange', read)
        return () => window.removeEventListener('hashchange', read)
    }, [])
    return found
}
