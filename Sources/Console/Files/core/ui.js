// The parts that screens are made of.
export { Icon } from './ui/icons.js'
export * from './ui/basics.js'
export * from './ui/dialogs.js'
export * from './ui/fields.js'
export * from './ui/lists.js'
export { toast, Toasts } from './ui/toasts.js'
