import { useQuery } from '@tanstack/react-query'
import { CalendarSync, Link } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AddCalendarDialog } from './add-calendar-dialog.tsx'
import { CalendarLine } from './calendar-line.tsx'
import { otherCalendarsQuery } from './calendar-queries.ts'
import { ConnectGoogle } from './connect-google.tsx'

/** A coach's other calendars with their status, and a button to add one. */
export function OtherCalendars() {
  const query = useQuery(otherCalendarsQuery)
  const [isAdding, setAdding] = useState(false)
  if (query.isPending)
    return (
      <div aria-hidden className="flex flex-col gap-5">
        <Skeleton className="h-11 w-56" />
        <Skeleton className="h-40" />
      </div>
    )
  if (!query.data)
    return (
      <Alert
        tone="error"
        title="Your other calendars could not be loaded."
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        No changes were made. Their busy times are still blocked.
      </Alert>
    )
  const { calendars, demoAddresses, google } = query.data
  const offersGoogle = google.isOffered && google.connection === null
  return (
    <div>
      <div className="flex flex-wrap gap-2.5">
        {offersGoogle ? <ConnectGoogle /> : null}
        <Button variant={offersGoogle ? 'secondary' : 'brand'} onClick={() => setAdding(true)}>
          <Link aria-hidden />
          Add by address
        </Button>
      </div>
      {calendars.length === 0 ? (
        <EmptyState icon={CalendarSync} title="No other calendar yet" className="mt-5">
          Connect your personal calendar so that students cannot book lessons over your appointments.
        </EmptyState>
      ) : (
        <ul className="mt-5 divide-y rounded-card border bg-surface-raised">
          {calendars.map((calendar) => (
            <CalendarLine
              key={calendar.id}
              calendar={calendar}
              google={google.connection?.calendarId === calendar.id ? google.connection : null}
              standInUrl={google.standInUrl}
            />
          ))}
        </ul>
      )}
      <p className="mt-4 max-w-prose text-sm text-muted">
        Busy entries close your times; those marked as free, cancelled or declined don’t. Students see that a
        time isn’t open, never why.
      </p>
      {isAdding ? <AddCalendarDialog demoAddresses={demoAddresses} onClose={() => setAdding(false)} /> : null}
    </div>
  )
}
