import { workspacesClient } from '../client.ts'
import type { Pair, SHOWN_AT_ONCE } from '../workspace.ts'

/** @param shown how many of the newest items of each kind, when more are asked for than at first */
export const workspaceQuery = (pair: Pair, shown: Partial<typeof SHOWN_AT_ONCE> = {}) =>
  workspacesClient.get.queryOptions({ input: { ...pair, ...shown }, staleTime: 0, retry: false })

export const workspaceListQuery = workspacesClient.list.queryOptions({ staleTime: 0 })

/** A coach's workspaces with one student. */
export const studentWorkspacesQuery = (studentId: string) =>
  workspacesClient.list.queryOptions({ input: { studentId }, staleTime: 0 })

export const shotTrendsQuery = (pair: Pair) =>
  workspacesClient.shotTrends.queryOptions({ input: pair, staleTime: 0 })

export const shotSessionQuery = (pair: Pair, sessionId: string) =>
  workspacesClient.shotSession.queryOptions({ input: { ...pair, sessionId } })

export const drillsQuery = workspacesClient.drills.queryOptions({ staleTime: 0 })

/** The progress that a coach's students agreed to show. */
export const measuredProgressQuery = (instructorId: string) =>
  workspacesClient.measuredProgress.queryOptions({ input: { instructorId }, staleTime: 60_000 })

/** The tabs of a workspace; the URL contains the selected one. */
export const workspaceParts = ['lessons', 'clips', 'goals', 'drills', 'numbers', 'notes', 'activity'] as const
export type WorkspacePart = (typeof workspaceParts)[number]
