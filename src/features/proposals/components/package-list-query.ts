import { proposalsClient } from '../client.ts'
import type { LessonPackage } from '../packages/schema.ts'

/**
 * The user's packages.
 * @param withId only packages with this other person
 * @param most how many to list at most; when omitted, as many as a list shows first
 */
export const packageListQuery = (withId?: string, most?: number) =>
  proposalsClient.packages.queryOptions({
    input: { ...(withId ? { with: withId } : {}), ...(most ? { most } : {}) },
    staleTime: 15_000,
  })

/** Whether lessons of a package can still be booked. */
export const hasLessonsLeft = ({ endedAt, left }: Pick<LessonPackage, 'endedAt' | 'left'>): boolean =>
  endedAt === null && left > 0
