import { createAtom } from '@tanstack/react-store'

/** Whether the drawer 'Need Help?' is open. */
export const isHelpOpen = createAtom(false)

/** Opens the drawer 'Need Help?' from anywhere on the page. */
export const openHelp = () => isHelpOpen.set(() => true)
export const closeHelp = () => isHelpOpen.set(() => false)
