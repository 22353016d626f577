/** The parts of the search panel that are loaded when they are opened. */
export { FilterSheet } from './filter-sheet.tsx'
export { WhenDialog } from './when-dialog.tsx'
