import { ORPCError } from '@orpc/client'
import { isOffline } from './connection.ts'

export interface ApiProblem {
  /** The stable reason, such as `slot_taken`; `offline` when no answer came at all. */
  code: string
  /** For people; null when there is no text for it. */
  message: string | null
  /** For `bad_input`: what is wrong with which field. */
  issues: { path: string; message: string }[]
}

const OFFLINE = "You're offline. Nothing is lost: try again when you're back online."

/** What a failed call of the API says. @param error whatever was thrown */
export function readProblem(error: unknown): ApiProblem {
  if (!(error instanceof ORPCError))
    return { code: 'offline', message: isOffline() ? OFFLINE : null, issues: [] }
  return { code: error.code, message: error.message || null, issues: readIssues(error.data) }
}

function readIssues(data: unknown): ApiProblem['issues'] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues))
    return []
  return data.issues.flatMap((issue: unknown) =>
    typeof issue === 'object' && issue !== null && 'path' in issue && 'message' in issue
      ? [{ path: String(issue.path), message: String(issue.message) }]
      : [],
  )
}
