import { say } from './words.js'

/** The people who may book a service, to choose from. */
export const bookers = () => [{ value: '', label: say('everybody') }, { value: 'known_patients', label: say('known_patients') }, { value: 'staff', label: say('staffOnly') }]
