import { useQuery } from '@tanstack/react-query'
import type { Me } from '#features/accounts/schema.ts'
import { proposalsClient } from '#features/proposals/client.ts'
import { hasLessonsLeft } from '#features/proposals/components/package-list-query.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { useLive } from '#platform/use-live.ts'

/** In place of a package's id: this lesson is paid by card. */
export const BY_CARD = 'card'

/** The packages of the person who asks with one coach. */
export const packagesWith = (coachId: string) =>
  proposalsClient.packages.queryOptions({ input: { with: coachId }, staleTime: 15_000 })

/** The packages a student can still take lessons from with a coach; none for anybody else, and while they are asked for. */
export function useStudentPackages(me: Me | null, coachId: string): LessonPackage[] {
  const isStudent = me?.role === 'student'
  const { data, refetch } = useQuery({ ...packagesWith(coachId), enabled: isStudent })
  useLive(isStudent ? [`proposals:${me.userId}`] : [], () => void refetch())
  return isStudent ? (data?.filter(hasLessonsLeft) ?? []) : []
}
