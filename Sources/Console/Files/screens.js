// The screens: which roles have them, their keys, and where their code is. The code is loaded when a screen is opened.

/** @typedef {{id: string, title: any, icon: string, roles: string[], keys?: string, isMinor?: boolean, load: () => Promise<{default: any}>}} Screen `isMinor`: on a phone it is in the account's menu */

/** @type {Screen[]} */
export const screens = [
    { id: 'board', title: 'board', icon: 'board', roles: ['receptionist', 'admin'], keys: 'g b', load: () => import('./screens/board/board.js') },
    { id: 'care', title: 'care', icon: 'tooth', roles: ['doctor'], keys: 'g d', load: () => import('./screens/care/care.js') },
    { id: 'board', title: 'dayBoard', icon: 'board', roles: ['doctor'], keys: 'g b', load: () => import('./screens/board/board.js') },
    { id: 'calendar', title: 'calendar', icon: 'calendar', roles: ['receptionist', 'admin', 'doctor'], keys: 'g c', load: () => import('./screens/calendar/calendar.js') },
    { id: 'lists', title: 'lists', icon: 'list', roles: ['receptionist', 'admin'], keys: 'g l', load: () => import('./screens/lists/lists.js') },
    { id: 'patients', title: 'patients', icon: 'people', roles: ['receptionist', 'admin', 'doctor'], keys: 'g p', load: () => import('./screens/patients/patients.js') },
    { id: 'messages', title: 'messages', icon: 'message', roles: ['receptionist', 'admin', 'doctor'], keys: 'g m', load: () => import('./screens/messages/messages.js') },
    { id: 'money', title: 'money', icon: 'money', roles: ['receptionist', 'admin'], keys: 'g i', load: () => import('./screens/money/money.js') },
    { id: 'dashboard', title: 'dashboard', icon: 'chart', roles: ['admin'], keys: 'g k', load: () => import('./screens/admin/dashboard.js') },
    { id: 'admin', title: 'admin', icon: 'settings', roles: ['admin'], keys: 'g a', load: () => import('./screens/admin/admin.js') },
    { id: 'history', title: 'history', icon: 'history', roles: ['admin'], keys: 'g h', load: () => import('./screens/history/history.js') },
    { id: 'own', title: 'own', icon: 'home', roles: ['patient'], keys: 'g o', load: () => import('./screens/own/home.js') },
    { id: 'own-visits', title: 'ownVisits', icon: 'calendar', roles: ['patient'], keys: 'g v', load: () => import('./screens/own/visits.js') },
    { id: 'own-records', title: 'ownRecords', icon: 'file', roles: ['patient'], keys: 'g r', load: () => import('./screens/own/records.js') },
    { id: 'own-bills', title: 'ownBills', icon: 'money', roles: ['patient'], keys: 'g i', load: () => import('./screens/own/bills.js') },
    { id: 'own-messages', title: 'ownMessages', icon: 'message', roles: ['patient'], keys: 'g m', load: () => import('./screens/own/messages.js') },
    { id: 'own-profile', title: 'ownProfile', icon: 'person', roles: ['patient', 'person'], keys: 'g p', isMinor: true, load: () => import('./screens/own/profile.js') },
]

/**
 * The screens of a role.
 * @param {string} role
 */
export function screensOf(role) {
    return screens.filter((screen) => screen.roles.includes(role))
}
