/**
 * The alignment of a column that narrow screens leave out.
 * @param {'start'|'end'} side
 * @returns {'end'} the type that tables take; the text names a class too
 */
export function wide(side) {
    return /** @type {'end'} */ (`${side === 'end' ? 'end ' : ''}money-wide-only`)
}
