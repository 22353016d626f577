import { ListChecks } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { GoogleConnection } from '../schema.ts'
import { CalendarName, ChooseCalendars } from './choose-calendars.tsx'

/**
 * The calendars of a Google account that count as busy, the one lessons are written to, and a button to
 * change them.
 */
export function GoogleDetails({
  connection,
  standInUrl,
}: {
  connection: GoogleConnection
  standInUrl: string | null
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { calendars, target, stoppedWriting, isConnected, account } = connection
  const busy = calendars.filter(({ countsBusy }) => countsBusy)
  const written = calendars.find(({ id }) => id === target)
  return (
    <div className="mt-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Account</dt>
        <dd className="wrap-anywhere">{account}</dd>
        <dt className="text-muted">Busy times from</dt>
        <dd>
          {busy.length === 0
            ? 'No calendar'
            : busy.map((calendar, nth) => (
                <Fragment key={calendar.id}>
                  {nth > 0 ? ', ' : ''}
                  <CalendarName calendar={calendar} />
                </Fragment>
              ))}
        </dd>
        <dt className="text-muted">Lessons written to</dt>
        <dd>{written ? <CalendarName calendar={written} /> : 'No calendar'}</dd>
      </dl>
      {stoppedWriting ? (
        <p className="mt-3 rounded-control bg-yellow-soft px-3.5 py-2.5">
          You no longer have access to the calendar your lessons are written to. Choose another one.
        </p>
      ) : null}
      {isConnected ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={() => setChoosing(true)}>
            <ListChecks aria-hidden />
            Choose calendars
          </Button>
          {standInUrl ? (
            <a href={standInUrl} className="underline underline-offset-4">
              See the demo’s Google calendars
            </a>
          ) : null}
        </div>
      ) : null}
      {isChoosing ? <ChooseCalendars connection={connection} onClose={() => setChoosing(false)} /> : null}
    </div>
  )
}
