import { createStore } from '@tanstack/react-store'

/** Whether the drawer 'Need Help?' is open. */
export const isHelpOpen = createStore(false)

/** Opens the drawer 'Need Help?' from anywhere on the page. */
export const openHelp = () => isHelpOpen.setState(() => true)
export const closeHelp = () => isHelpOpen.setState(() => false)
