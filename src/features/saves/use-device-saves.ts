import { browserValue, useBrowserValue } from '#platform/browser-value.ts'

const KEY = 'greenside-saved-coaches'
const MOST = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Coach ids saved by visitors without an account, newest first. */
const saves = browserValue(KEY, readSaves, (ids) => (ids.length > 0 ? JSON.stringify(ids) : null))

/** Whether a coach is saved in this browser; false during server-side rendering and without local storage. */
export const useIsSavedHere = (coachId: string) => useBrowserValue(saves, (ids) => ids.includes(coachId))

/** Saves a coach in this browser, newest first. */
export const saveHere = (coachId: string) =>
  saves.set([coachId, ...saves.get().filter((one) => one !== coachId)].slice(0, MOST))

/** Removes a coach saved in this browser. */
export const removeHere = (coachId: string) => saves.set(saves.get().filter((one) => one !== coachId))

/** The coaches saved in this browser. */
export const listSavedHere = (): readonly string[] => saves.get()

/** Parses stored ids, ignoring invalid entries. */
function readSaves(text: string | null): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(found)) return []
    return found.filter((one): one is string => typeof one === 'string' && UUID.test(one)).slice(0, MOST)
  } catch {
    return []
  }
}
