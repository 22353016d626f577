import { createFileRoute } from '@tanstack/react-router'
import {
  type AvailabilityPart,
  availabilityParts,
} from '#features/availability/components/availability-parts.ts'
import { settingsQuery } from '#features/availability/components/availability-queries.ts'
import { OwnHours } from '#features/availability/components/own-hours.tsx'
import { CoachCancellationList } from '#features/cancellation-list/components/coach-list.tsx'
import { CalendarTrouble } from '#features/other-calendars/components/calendar-trouble.tsx'
import { OtherCalendars } from '#features/other-calendars/components/other-calendars.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** When a coach can be booked. */
export const Route = createFileRoute('/_shell/_coach/availability')({
  validateSearch: (raw: Record<string, unknown>): { part?: AvailabilityPart | undefined } => ({
    part: availabilityParts.find((part) => part === raw.part),
  }),
  loader: async ({ context: { queryClient } }) => {
    const reading = queryClient.prefetchQuery(settingsQuery)
    if (import.meta.env.SSR) await reading
  },
  head: () => ({ meta: [{ title: 'Availability · Greenside' }] }),
  component: AvailabilityPage,
})

function AvailabilityPage() {
  const { me } = Route.useRouteContext()
  const { part } = Route.useSearch()
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader
        title="Availability"
        lead="The hours you teach. Students see the ones that are still open."
      />
      <CalendarTrouble />
      {me ? <OwnHours coachId={me.userId} part={part} otherCalendars={<OtherCalendars />} /> : null}
      {me ? <CoachCancellationList coachId={me.userId} /> : null}
    </main>
  )
}
