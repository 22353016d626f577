import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { failureWords } from '../health.ts'
import { otherCalendarsQuery } from './calendar-queries.ts'
import { ConnectGoogle } from './connect-google.tsx'

/** A warning that instant booking is paused, with the calendar and the reason. Renders nothing otherwise. */
export function CalendarTrouble() {
  const { data } = useQuery(otherCalendarsQuery)
  const lost = data?.calendars.find(({ isOutOfReach }) => isOutOfReach)
  if (!lost) return null
  const google = data?.google.connection
  const isCutOff = google?.calendarId === lost.id && !google.isConnected
  return (
    <Alert
      tone="error"
      title={`Instant booking is closed: ${lost.name} can’t be read`}
      className="mt-6"
      action={
        isCutOff ? (
          <ConnectGoogle again />
        ) : (
          <LinkButton href="/availability?part=calendars" size="sm">
            See your calendars
          </LinkButton>
        )
      }
    >
      {`${lost.failure ? failureWords[lost.failure] : ''} Students can still request a time. Instant booking resumes when this calendar works again or you disconnect it.`}
    </Alert>
  )
}
