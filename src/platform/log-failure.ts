import type { ApiProblem } from './api-problem.ts'

/**
 * Logs a failure in the browser's console for support: the operation and the stable code, without user input.
 */
export function logFailure(what: string, { code }: Pick<ApiProblem, 'code'>): void {
  console.error(`${what}: ${code}`)
}
