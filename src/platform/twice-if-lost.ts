import { readProblem } from './api-problem.ts'

/** Sends a request that is carried out once, however often it arrives, once more when its answer was lost. Other errors are thrown at once. */
export async function twiceIfLost<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (readProblem(error).code !== 'offline') throw error
    return await request()
  }
}
