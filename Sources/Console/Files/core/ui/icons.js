import { html } from '../dom.js'

// Lines in a box of 24 by 24, drawn for this console.
/** @type {Record<string, string>} */
const paths = {
    board: 'M4 5h4v14H4zM10 5h4v9h-4zM16 5h4v6h-4z',
    calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
    people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.6-4 3-6 6.500-6s5.900 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3 2.700 3.500 5.500',
    person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21c.7-4.500 3.500-6.500 7.500-6.500s6.800 2 7.500 6.500',
    tooth: 'M12 6c-2-2-7-2.500-7 3 0 4 2 5 2.500 11 .2 1.500 2 1.500 2.300 0l.9-4.500c.2-1 2.400-1 2.600 0l.9 4.500c.3 1.500 2.100 1.500 2.300 0C17 14 19 13 19 9c0-5.500-5-5-7-3z',
    money: 'M3 6h18v12H3zM12 9.500v5M10 12h4M6 9.500v5M18 9.500v5',
    chart: 'M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-7',
    settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
    history: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M12 8v4.500l3 2',
    message: 'M4 5h16v11H10l-5 4v-4H4z',
    list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
    home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
    book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
    lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
    out: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4',
    search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.500 16.500 21 21',
    plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', close: 'M6 6l12 12M18 6 6 18', check: 'M5 12.500 10 17.500 19.500 7',
    left: 'M15 5l-7 7 7 7', right: 'M9 5l7 7-7 7', up: 'M5 15l7-7 7 7', down: 'M5 9l7 7 7-7',
    more: 'M6 12h.01M12 12h.01M18 12h.01', warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500h.01', info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500h.01',
    pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6', undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2', phone: 'M5 4h4l2 5-2.500 1.500a12 12 0 0 0 5 5L15 13l5 2v4c0 1-1 1.500-2 1.500C11 20 4 13 4 6c0-1 .5-2 1-2z',
    file: 'M6 3h8l4 4v14H6zM14 3v4h4', print: 'M7 9V4h10v5M5 9h14v8h-3M5 9v8h3M8 14h8v6H8z', download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14', edit: 'M5 19l1-4L16 5l3 3L9 18z', clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.500l3.500 2',
    chair: 'M7 3v9h9M7 12l-1 6M16 12l2 6M5 21h14M10 12V8h5',
    camera: 'M4 8h4l1.500-3h5L16 8h4v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z',
    bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10 21h4', key: 'M14.500 13.500a4.500 4.500 0 1 0-4-4L4 16v4h4v-3h3v-2z', shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
}

/** @param {{name: string, label?: string}} props */
export function Icon({ name, label }) {
    return html`<svg class="icon-svg" viewBox="0 0 24 24" role=${label ? 'img' : undefined} aria-label=${label} aria-hidden=${label ? undefined : 'true'}><path d=${paths[name] || paths.info} /></svg>`
}
