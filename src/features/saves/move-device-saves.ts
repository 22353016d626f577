import { readProblem } from '#platform/api-problem.ts'
import { listSavedHere, removeHere } from './use-device-saves.ts'

/**
 * Moves the coaches saved in this browser to the account. A coach who could not be saved stays in the browser
 * until the next time, except one who is no longer listed.
 * @param save saves a coach in the account
 * @returns whether any coach was moved
 */
export async function moveDeviceSaves(save: (instructorId: string) => Promise<unknown>): Promise<boolean> {
  const moved = await Promise.all(
    listSavedHere().map(async (id) => {
      try {
        await save(id)
      } catch (error) {
        if (readProblem(error).code === 'no_such_coach') removeHere(id)
        return false
      }
      removeHere(id)
      return true
    }),
  )
  return moved.includes(true)
}
