import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { titleHead } from '#app/title-head.ts'
import {
  type AvailabilityPart,
  availabilityParts,
} from '#features/availability/components/availability-parts.ts'
import { settingsQuery } from '#features/availability/components/availability-queries.ts'
import { OwnHours } from '#features/availability/components/own-hours.tsx'
import { CoachCancellationList } from '#features/cancellation-list/components/coach-cancellation-list.tsx'
import { otherCalendarsQuery } from '#features/other-calendars/components/calendar-queries.ts'
import { CalendarTrouble } from '#features/other-calendars/components/calendar-trouble.tsx'
import { GoogleAnswer, type GoogleReply } from '#features/other-calendars/components/google-answer.tsx'
import { OtherCalendars } from '#features/other-calendars/components/other-calendars.tsx'
import { PageHeader } from '#ui/page-header.tsx'

interface Search {
  part?: AvailabilityPart | undefined
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
}

const text = (raw: unknown) => (typeof raw === 'string' && raw !== '' ? raw : undefined)

/** When a coach can be booked. */
export const Route = createFileRoute('/_shell/_coach/availability')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    part: availabilityParts.find((part) => part === raw.part),
    // Google's page leads back here with its answer.
    state: text(raw.state),
    code: text(raw.code),
    error: text(raw.error),
  }),
  loader: async ({ context: { queryClient } }) => {
    const reading = [queryClient.prefetchQuery(settingsQuery), queryClient.prefetchQuery(otherCalendarsQuery)]
    if (import.meta.env.SSR) await Promise.all(reading)
  },
  head: titleHead('Availability'),
  component: AvailabilityPage,
})

function AvailabilityPage() {
  const { me } = Route.useRouteContext()
  const { part, state, code, error } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [reply] = useState<GoogleReply | null>(state && (code || error) ? { state, code, error } : null)
  const showPart = useCallback(
    (next: AvailabilityPart) => void navigate({ search: { part: next }, replace: true, resetScroll: false }),
    [navigate],
  )
  const onTaken = useCallback(() => showPart('calendars'), [showPart])
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader
        title="Availability"
        lead="The hours you teach. Students see the ones that are still open."
      />
      <CalendarTrouble />
      {me && reply ? <GoogleAnswer reply={reply} onTaken={onTaken} /> : null}
      {me ? (
        <OwnHours
          coachId={me.userId}
          part={reply ? (part ?? 'calendars') : part}
          onPart={showPart}
          otherCalendars={<OtherCalendars />}
        />
      ) : null}
      {me ? <CoachCancellationList coachId={me.userId} /> : null}
    </main>
  )
}
