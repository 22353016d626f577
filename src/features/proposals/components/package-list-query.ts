import { proposalsClient } from '../client.ts'
import type { LessonPackage } from '../packages/schema.ts'

/** The user's packages. @param withId only packages with this other person */
export const packageListQuery = (withId?: string) =>
  proposalsClient.packages.queryOptions({ input: withId ? { with: withId } : {}, staleTime: 15_000 })

/** Whether lessons of a package can still be booked. */
export const hasLessonsLeft = ({ endedAt, left }: Pick<LessonPackage, 'endedAt' | 'left'>): boolean =>
  endedAt === null && left > 0
