/** The parts of the ZIP code box that are loaded when they are used. */
export { findZip } from './find-zip.ts'
export { RecentSearches } from './recent-searches.tsx'
