import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { failureWords } from '../health.ts'
import { otherCalendarsQuery } from './calendar-queries.ts'

/** Says that instant booking is closed, because of which calendar and why. Nothing while all is well. */
export function CalendarTrouble() {
  const { data } = useQuery(otherCalendarsQuery)
  const lost = data?.calendars.find(({ isOutOfReach }) => isOutOfReach)
  if (!lost) return null
  return (
    <Alert
      tone="error"
      title={`Instant booking is closed: ${lost.name} can’t be read`}
      className="mt-6"
      action={
        <LinkButton href="/availability?part=calendars" size="sm">
          See your calendars
        </LinkButton>
      }
    >
      {`${lost.failure ? failureWords[lost.failure] : ''} It opens again as soon as the calendar works or you disconnect it. Students can ask you for a time meanwhile.`}
    </Alert>
  )
}
