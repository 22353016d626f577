import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { activityKinds } from '#features/operations/activity-kinds.ts'
import { UserPage } from '#features/operations/components/user.tsx'
import type { Happening } from '#features/operations/schema.ts'
import { choiceParam } from '#platform/search-params.ts'

/** An account with its full history, for admins. */
export const Route = createFileRoute('/_shell/_admin/admin/users/$userId')({
  validateSearch: (raw: Record<string, unknown>): { kind?: Happening['kind'] } => {
    const kind = choiceParam(activityKinds, raw.kind)
    return kind ? { kind } : {}
  },
  head: unlistedHead('User'),
  component: () => {
    const { userId } = Route.useParams()
    const { kind } = Route.useSearch()
    return <UserPage key={userId} userId={userId} kind={kind} />
  },
})
