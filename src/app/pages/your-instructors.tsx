import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { SavedCoaches } from '#features/saves/saved-coaches.tsx'
import { savedCoachesQuery } from '#features/saves/saved-coaches-query.ts'
import { OwnCoaches } from '#features/students/components/own-coaches.tsx'
import { ownCoachesQuery } from '#features/students/components/own-coaches-query.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** A student's coaches, and saved coaches. */
export const Route = createFileRoute('/_shell/_student/_student-area/your-instructors')({
  validateSearch: (raw: Record<string, unknown>): { saved?: 'yes' | undefined } => ({
    saved: raw.saved === 'yes' ? 'yes' : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    const reading = Promise.all([
      queryClient.prefetchQuery(ownCoachesQuery),
      queryClient.prefetchQuery(savedCoachesQuery),
    ])
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('My Instructors'),
  component: YourInstructorsPage,
})

function YourInstructorsPage() {
  const { me } = Route.useRouteContext()
  const { saved } = Route.useSearch()
  const coaches = useQuery(ownCoachesQuery)
  const savedCoaches = useQuery(savedCoachesQuery)
  return (
    <main className="wrap max-w-6xl py-8 sm:py-10">
      <PageHeader
        title="My Instructors"
        lead="The coaches you booked or wrote to, and the ones you saved."
        actions={<LinkButton href="/">Find another coach</LinkButton>}
      />
      <NavTabs
        label="Which coaches"
        className="mt-5 mb-5"
        items={[
          {
            href: '/your-instructors',
            label: <Counted label="My coaches" count={coaches.data?.length} />,
            current: !saved,
          },
          {
            href: '/your-instructors?saved=yes',
            label: <Counted label="Saved" count={savedCoaches.data?.length} />,
            current: saved === 'yes',
          },
        ]}
      />
      <section aria-label={saved ? 'Saved coaches' : 'My coaches'}>
        {saved ? <SavedCoaches /> : me ? <OwnCoaches userId={me.userId} /> : null}
      </section>
    </main>
  )
}

const Counted = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    {label} <span className="tabular font-normal text-muted">{count}</span>
  </>
)
