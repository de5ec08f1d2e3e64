import { words } from '../../core/words.js'
import { de } from './words-de.js'
import { en } from './words-en.js'
import { es } from './words-es.js'

export const say = words({ en, de, es })
