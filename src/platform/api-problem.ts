import { ORPCError } from '@orpc/client'
import { isOffline } from './connection.ts'

export interface ApiProblem {
  /** A stable reason code, such as `slot_taken`; `offline` when there was no response. */
  code: string
  /** A message to display; null if there is none. */
  message: string | null
  /** For `bad_input`: the invalid fields and what is wrong with them. */
  issues: { path: string; message: string }[]
}

const OFFLINE = "You're offline. Nothing is lost: try again when you're back online."

/** Converts a failed API call into a problem to display. @param error the caught value */
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
