import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { RelativeTime } from '#features/notifications/components/relative-time.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoment } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'
import { failureWords } from '../health.ts'
import type { GoogleConnection, OtherCalendar } from '../schema.ts'
import { busyWords } from './add-calendar-dialog.tsx'
import { showChanged } from './calendar-queries.ts'
import { ConnectGoogle } from './connect-google.tsx'
import { GoogleDetails } from './google-details.tsx'

/** One calendar: its busy times, the time of its last read, errors and actions. */
export function CalendarLine({
  calendar,
  google,
  standInUrl,
}: {
  calendar: OtherCalendar
  /** The settings of the Google account; null for a calendar added by URL. */
  google: GoogleConnection | null
  standInUrl: string | null
}) {
  const queryClient = useQueryClient()
  const [isReading, setReading] = useState(false)
  const { id, name, failure, isOutOfReach, lastReadAt, unreadable, unknownZones } = calendar
  const isCutOff = google?.isConnected === false

  async function readNow() {
    setReading(true)
    try {
      const changed = await otherCalendarsClient.readNow.call({ id })
      await showChanged(queryClient, changed)
      const now = changed.calendars.find((one) => one.id === id)
      if (now?.failure) toast.error('Still not read', failureWords[now.failure])
      else toast.success('Read just now', now ? busyWords(now.busyTimes) : undefined)
    } catch (error) {
      toast.error('Not read', readProblem(error).message ?? 'We could not reach the server.')
    } finally {
      setReading(false)
    }
  }

  async function disconnect() {
    try {
      await showChanged(queryClient, await otherCalendarsClient.disconnect.call({ id }))
      toast.success('Disconnected', `${name} no longer blocks any times.`)
    } catch (error) {
      toast.error('Not disconnected', readProblem(error).message ?? 'We could not reach the server.')
    }
  }

  return (
    <li className="px-4 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
            {isCutOff ? (
              <Badge tone="red">Not connected</Badge>
            ) : isOutOfReach ? (
              <Badge tone="red">Not reachable</Badge>
            ) : failure ? (
              <Badge tone="yellow">Trying again</Badge>
            ) : (
              <Badge tone="green">Working</Badge>
            )}
          </p>
          <p className="tabular mt-0.5 text-sm text-muted">{busyWords(calendar.busyTimes)}</p>
          <p className="mt-0.5 text-sm text-muted">
            {lastReadAt ? (
              <>
                {'Last read '}
                <RelativeTime at={lastReadAt} />
              </>
            ) : (
              'Not read yet'
            )}
          </p>
        </div>
        <div className="flex gap-2">
          {isCutOff ? (
            <ConnectGoogle again />
          ) : (
            <Button
              size="sm"
              loading={isReading}
              aria-label={`Read ${name} now`}
              onClick={() => void readNow()}
            >
              <RefreshCw aria-hidden />
              Read now
            </Button>
          )}
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" aria-label={`Disconnect ${name}`}>
                <Unplug aria-hidden />
                Disconnect
              </Button>
            }
            title={`Disconnect ${name}?`}
            description={
              google
                ? 'We disconnect from Google and delete its busy times, so students can book those times right away. Your lessons stay, here and in your Google Calendar.'
                : 'We delete this calendar and its busy times, so students can book those times right away. Your lessons stay.'
            }
            confirmLabel="Disconnect"
            keepLabel="Keep it"
            onConfirm={disconnect}
          />
        </div>
      </div>
      {isCutOff || failure ? (
        <Failing
          calendar={calendar}
          words={failureWords[isCutOff ? 'access_ended' : (failure ?? 'unavailable')]}
          isRetried={!isCutOff}
        />
      ) : null}
      {google ? <GoogleDetails connection={google} standInUrl={standInUrl} /> : null}
      {!failure && unreadable > 0 ? (
        <p className="mt-2 text-sm text-muted">
          {unreadable === 1
            ? 'One entry could not be read and is ignored.'
            : `${unreadable} entries could not be read and are ignored.`}
        </p>
      ) : null}
      {!failure && unknownZones.length > 0 ? (
        <p className="mt-2 text-sm text-muted wrap-anywhere">
          {`We don’t know the time zone ${unknownZones.map((zone) => `“${zone}”`).join(', ')}, and read its times on your own clock.`}
        </p>
      ) : null}
    </li>
  )
}

function Failing({
  calendar,
  words,
  isRetried,
}: {
  calendar: OtherCalendar
  words: string
  isRetried: boolean
}) {
  const zone = useViewerZone()
  return (
    <div className="mt-3 rounded-control bg-yellow-soft px-3.5 py-2.5 text-sm">
      <p>{words}</p>
      <p className="mt-0.5 text-muted">
        {calendar.isOutOfReach
          ? 'Its last known busy times are still blocked, and instant booking is off.'
          : 'Its last known busy times are still blocked.'}
        {zone && isRetried ? ` Next try ${formatMoment(calendar.nextTryAt, zone)}.` : ''}
      </p>
    </div>
  )
}
