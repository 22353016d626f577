import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Clapperboard } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { ClipList, ClipPeople, ClipPlayers } from '#features/clips/components/clip-list.tsx'
import { clipPartnersQuery } from '#features/clips/components/clip-queries.ts'
import { isUuid } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Swing videos and pictures, shared with one person at a time. */
export const Route = createFileRoute('/_shell/_student-or-coach/clips')({
  validateSearch: (
    raw: Record<string, unknown>,
  ): { with?: string | undefined; golfer?: string | undefined } => ({
    with: typeof raw.with === 'string' && isUuid(raw.with) ? raw.with : undefined,
    golfer: typeof raw.golfer === 'string' && isUuid(raw.golfer) ? raw.golfer : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    const reading = queryClient.prefetchQuery(clipPartnersQuery)
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Clips'),
  component: ClipsPage,
})

function ClipsPage() {
  const { me } = Route.useRouteContext()
  const { with: wanted, golfer } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery(clipPartnersQuery)
  const people = query.data ?? []
  const chosen = people.find(({ id }) => id === wanted) ?? people[0]
  const player = chosen?.players.find(({ golferId }) => golferId === golfer) ?? chosen?.players[0]
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader
        title="Clips"
        lead="Swing videos and pictures that a coach and a student look at together."
      />
      <div className="mt-6 flex flex-col gap-6">
        {query.isError ? (
          <Alert
            tone="error"
            title="Your clips could not be loaded"
            action={
              <Button size="sm" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing about them was changed.
          </Alert>
        ) : null}
        {query.data && !chosen ? (
          <EmptyState icon={Clapperboard} title="No one to share clips with yet">
            After the first booked lesson you and the other person can add swing videos here.
          </EmptyState>
        ) : null}
        {chosen && me ? (
          <>
            {people.length > 1 ? (
              <ClipPeople
                people={people}
                chosen={chosen.id}
                onChoose={(id) => void navigate({ search: { with: id } })}
              />
            ) : null}
            {chosen.players.length > 1 ? (
              <ClipPlayers partner={chosen} chosen={player?.golferId ?? null} />
            ) : null}
            <h2 className="sr-only">
              Clips with {chosen.name}
              {player?.golferId ? ` of ${player.name}` : ''}
            </h2>
            <ClipList
              key={`${chosen.id} ${player?.golferId}`}
              me={me.userId}
              instructorId={chosen.as === 'coach' ? chosen.id : me.userId}
              studentId={chosen.as === 'coach' ? me.userId : chosen.id}
              golferId={player?.golferId ?? null}
            />
          </>
        ) : null}
      </div>
    </main>
  )
}
