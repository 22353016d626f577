import type { ApiProblem } from './api-problem.ts'

/** Writes what failed into the browser's log, for whoever helps: what it was about and the stable code, nothing anybody typed. */
export function logFailure(what: string, { code }: Pick<ApiProblem, 'code'>): void {
  console.error(`${what}: ${code}`)
}
