import { X } from 'lucide-react'
import { useState } from 'react'
import { OwnTimeField } from '#features/availability/components/own-time-field.tsx'
import { SlotCalendar } from '#features/availability/components/slot-calendar.tsx'
import { SlotGridSkeleton } from '#features/availability/components/slot-grid.tsx'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import { slotsOn } from '#features/availability/slot-choice/slot-choice.ts'
import { useOpenSlots } from '#features/bookings/components/use-open-slots.ts'
import { formatDay } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MAX_TIMES } from '../proposal.ts'
import { proposalWhen } from './proposal-when.ts'

/** Several of a coach's open times: a day in the calendar, its times below, what was chosen as a list that can be shortened. */
export function ProposedTimes({
  coachId,
  locationId,
  durationMinutes,
  times,
  onTimes,
  onOwnTime,
  error,
}: {
  coachId: string
  locationId: string | undefined
  durationMinutes: number
  /** ISO instants. */
  times: readonly string[]
  onTimes: (times: string[]) => void
  /** A time that is none of the open ones, with what the coach confirmed about it. */
  onOwnTime: (start: string, confirmed: TimeWarning[]) => void
  error: string | undefined
}) {
  const query = useOpenSlots({ instructorId: coachId, locationId, durationMinutes }, null)
  const [wanted, setWanted] = useState<string | null>(null)
  const list = query.data
  const date = wanted ?? list?.firstBookableDate ?? null
  const slots = list ? slotsOn(list, date) : []
  const isFull = times.length >= MAX_TIMES
  const toggle = (start: string) =>
    onTimes(times.includes(start) ? times.filter((time) => time !== start) : [...times, start].toSorted())

  return (
    <fieldset
      aria-describedby={error ? 'proposed-times-error' : undefined}
      className="flex min-w-0 flex-col gap-4"
    >
      <legend className="mb-2 text-sm font-semibold">
        Times to choose from <span className="font-normal text-muted">up to {MAX_TIMES}</span>
      </legend>
      {times.length > 0 ? (
        <ul aria-label="Chosen times" className="flex flex-col gap-1.5">
          {times.map((start) => (
            <li
              key={start}
              className="flex items-center justify-between gap-2 rounded-control bg-brand-soft py-1 pr-1 pl-3"
            >
              <span className="tabular min-w-0 text-[0.9375rem]">
                {list ? proposalWhen(start, durationMinutes, list.zone) : '…'}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${list ? proposalWhen(start, durationMinutes, list.zone) : 'time'}`}
                onClick={() => toggle(start)}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {query.isError ? (
        <Alert
          tone="error"
          title="Error loading time slots"
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Reload
            </Button>
          }
        >
          Please try again
        </Alert>
      ) : null}
      {list && !list.firstBookableDate ? (
        <Alert tone="warning" title="You have no open times for this length">
          You can still offer a time of your own below.
        </Alert>
      ) : null}
      {list?.firstBookableDate ? (
        <div className="grid min-w-0 gap-5 sm:grid-cols-2">
          <SlotCalendar list={list} date={date} onDate={setWanted} busy={query.isPlaceholderData} />
          <div className="min-w-0">
            <p className="mb-2 text-sm font-semibold">
              {slots[0] ? formatDay(slots[0].start, list.zone, { long: true }) : 'No open times on this day'}
              {slots[0] ? <span className="font-normal text-muted"> · {slots[0].zoneName}</span> : null}
            </p>
            <div className="-mx-1 grid max-h-72 grid-cols-2 gap-2 overflow-y-auto overscroll-contain px-1 py-1">
              {slots.map((slot) => (
                <label
                  key={slot.start}
                  className={cn(
                    'tabular relative flex min-h-11 items-center justify-center rounded-control border border-line-strong bg-surface-raised px-1 text-[0.9375rem] font-semibold transition-colors',
                    'hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:opacity-50',
                    'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
                  )}
                >
                  <input
                    type="checkbox"
                    checked={times.includes(slot.start)}
                    disabled={isFull && !times.includes(slot.start)}
                    onChange={() => toggle(slot.start)}
                    className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control opacity-0"
                  />
                  {slot.startTime}
                </label>
              ))}
            </div>
          </div>
        </div>
      ) : query.isPending ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-80 w-full" />
          <SlotGridSkeleton />
        </div>
      ) : null}
      {isFull ? null : (
        <OwnTimeField
          label="Offer another time"
          action="Add this time"
          request={{ locationId, durationMinutes }}
          onChoose={onOwnTime}
        />
      )}
      {error ? <FieldError id="proposed-times-error">{error}</FieldError> : null}
    </fieldset>
  )
}
