// A visit as a file for the calendar of the person's phone (RFC 5545).
import { saveAs } from '../core/api.js'

const escape = (/** @type {string} */ text) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const stamp = (/** @type {string|number|Date} */ at) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines have at most 75 octets; longer ones are folded. @param {string} line */
function fold(line) {
    const parts = ['']
    let size = 0
    for (const sign of line) {
        const octets = new TextEncoder().encode(sign).length
        if (size + octets > 73) {
            parts.push(' ')
            size = 1
        }
        parts[parts.length - 1] += sign
        size += octets
    }
    return parts.join('\r\n')
}

/**
 * @param {{start: string, end: string, title: string, place?: string|null}} visit
 */
export function saveInCalendar({ start, end, title, place }) {
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Chairside//Console//EN', 'BEGIN:VEVENT', `UID:${stamp(start)}-${Math.random().toString(36).slice(2)}@chairside`, `DTSTAMP:${stamp(Date.now())}`,
        `DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`, `SUMMARY:${escape(title)}`, ...(place ? [`LOCATION:${escape(place)}`] : []), 'END:VEVENT', 'END:VCALENDAR', '']
    saveAs(new Blob([lines.map(fold).join('\r\n')], { type: 'text/calendar;charset=utf-8' }), 'visit.ics')
}
