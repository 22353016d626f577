import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { formatDuration, zoneName } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { availabilityClient } from '../client.ts'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import type { AvailabilityDraft } from './availability-queries.ts'
import { PreviewGrid } from './preview-grid.tsx'
import { SlotProof } from './slot-proof-panel.tsx'
import type { DatedTime } from './times-off-dialogs.tsx'

/**
 * The coming two weeks as students see them, with the effect of a draft. Selecting a time shows why it cannot
 * be booked.
 */
export function HoursPreview({
  settings,
  place,
  draft,
  onEffect,
  onOpenTime,
}: {
  settings: AvailabilitySettings
  /** The place whose hours are edited and displayed; null for hours of several places. */
  place: string | null
  draft: AvailabilityDraft
  /** Called with a summary of how many open times a draft would leave; null while nothing changes. */
  onEffect: (effect: string | null) => void
  onOpenTime: (time: DatedTime) => void
}) {
  const { durations, places } = settings
  const [durationMinutes, setDuration] = useState(durations.includes(60) ? 60 : (durations[0] ?? 60))
  const [locationId, setLocation] = useState<string | undefined>(place ?? undefined)
  const [edited, setEdited] = useState(place)
  // Hours of another place are being edited now, so show the effect there.
  if (place !== edited) {
    setEdited(place)
    if (place) setLocation(place)
  }
  const [page, setPage] = useState<0 | 1>(0)
  const [asked, setAsked] = useState<string | null>(null)
  const { week, rules, drives } = useDeferredValue(draft)
  const input = { durationMinutes, locationId, week, rules, drives }
  const preview = useQuery({
    ...availabilityClient.preview.queryOptions({ input, staleTime: 0 }),
    placeholderData: keepPreviousData,
  })
  const { data } = preview
  const effect =
    data && data.now !== data.after ? `${timesWords(data.now)} now, ${data.after} after saving` : null
  useEffect(() => onEffect(effect), [effect, onEffect])
  return (
    <section aria-labelledby="preview-title" className="min-w-0 pt-6 max-xl:pt-10 xl:sticky xl:top-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="preview-title" className="text-xl">
          What students see
        </h2>
        {data ? (
          <p className={cn('tabular text-sm', effect ? 'font-semibold' : 'text-muted')}>
            {effect ?? `${timesWords(data.now)} in two weeks`}
          </p>
        ) : null}
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <div className="min-w-36 flex-1">
          <Select
            aria-label="Length of the lesson"
            value={durationMinutes}
            onChange={(event) => setDuration(Number(event.target.value))}
            options={durations.map((minutes) => ({ value: String(minutes), label: formatDuration(minutes) }))}
          />
        </div>
        {places.length > 1 ? (
          <div className="min-w-36 flex-2">
            <Select
              aria-label="Place"
              value={locationId ?? places[0]?.id}
              onChange={(event) => setLocation(event.target.value)}
              options={places.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        ) : null}
      </div>
      {preview.isError && !data ? (
        <Alert
          tone="error"
          title="The preview could not be loaded."
          className="mt-4"
          action={
            <Button size="sm" onClick={() => void preview.refetch()}>
              Try again
            </Button>
          }
        />
      ) : data ? (
        <div className={cn('mt-4 transition-opacity', preview.isPlaceholderData && 'opacity-60')}>
          <PreviewGrid
            preview={data}
            page={page}
            onPage={setPage}
            asked={asked}
            onAsk={setAsked}
            zoneLabel={zoneName(`${data.days[0]?.date}T12:00:00Z`, data.zone)}
          />
          {asked ? (
            <SlotProof
              request={{ ...input, start: asked }}
              zone={data.zone}
              onClose={() => setAsked(null)}
              onOpenTime={onOpenTime}
            />
          ) : (
            <p className="mt-3 text-sm text-muted">Choose a time to see why it is not available.</p>
          )}
        </div>
      ) : (
        <Skeleton className="mt-4 h-112" />
      )}
    </section>
  )
}

const timesWords = (count: number) => (count === 1 ? '1 open time' : `${count} open times`)
