import { readProblem } from '#platform/api-problem.ts'

/** Sends a request with an idempotency key once more when its answer was lost. Other errors are thrown at once. */
export async function twiceIfLost<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (readProblem(error).code !== 'offline') throw error
    return await request()
  }
}
