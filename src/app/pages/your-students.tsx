import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { titleHead } from '#app/title-head.ts'
import { BringButton, BringDialogs, type BringStep } from '#features/students/components/bring-students.tsx'
import { InviteButton, Roster } from '#features/students/components/roster.tsx'
import { rosterQuery } from '#features/students/components/roster-query.ts'
import { type RosterAddress, rosterFilters, rosterSorts } from '#features/students/roster.ts'
import { tasksClient } from '#features/tasks/client.ts'
import { choiceParam, countParam, textParam } from '#platform/search-params.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** All students of a coach. The URL contains the search, filter, order and page. */
export const Route = createFileRoute('/_shell/_coach/your-students')({
  validateSearch: (raw: Record<string, unknown>): RosterAddress => ({
    q: textParam(raw.q)?.slice(0, 100) || undefined,
    who: choiceParam(rosterFilters, raw.who),
    by: choiceParam(rosterSorts, raw.by),
    order: choiceParam(['asc', 'desc'], raw.order),
    page: countParam(raw.page, 1, 1000),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = queryClient.prefetchQuery(rosterQuery(deps))
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Overview'),
  component: YourStudentsPage,
})

function YourStudentsPage() {
  const { me } = Route.useRouteContext()
  const address = Route.useSearch()
  const navigate = useNavigate()
  const [step, setStep] = useState<BringStep>(null)
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader
        title="Overview"
        lead="All your students, with their lessons, payments, messages and booking access."
        actions={
          <>
            <BringButton onStep={setStep} />
            <InviteButton />
          </>
        }
      />
      {me ? (
        <Roster
          address={address}
          me={me}
          onBring={setStep}
          // If recording the share fails, the first step merely stays open.
          onShared={() => void tasksClient.noteShare.call().catch(() => undefined)}
          onAddress={(search, replace = false) =>
            void navigate({ to: '/your-students', search, replace, resetScroll: false })
          }
        />
      ) : null}
      <BringDialogs step={step} onStep={setStep} />
    </main>
  )
}
