import { useQuery } from '@tanstack/react-query'
import { membersClient } from '#features/members/client.ts'
import { DemoBanner } from '#features/prospects/demo-banner.tsx'
import type { Actor, PersonName } from '#platform/actor.ts'

/** The banner above every page for a prospect: whose dashboard it is, and where she teaches. */
export function DemoMode({ me }: { me: Pick<Actor, 'fullName'> & { prospect: PersonName } }) {
  const { data: summary } = useQuery(membersClient.summary.queryOptions())
  return <DemoBanner prospect={me.prospect} coachName={me.fullName} location={summary?.location ?? null} />
}
