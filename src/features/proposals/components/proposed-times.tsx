import { X } from 'lucide-react'
import { useState } from 'react'
import { OwnTimeField } from '#features/availability/components/own-time-field.tsx'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import { useOpenSlots } from '#features/checkout/components/use-open-slots.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { MAX_TIMES } from '../proposal.ts'
import { proposalWhen } from './proposal-when.ts'

/** Selects several of a coach's open times, with a list of the selected ones. */
export function ProposedTimes({
  coachId,
  locationId,
  durationMinutes,
  times,
  onTimes,
  onOwnTime,
  error,
  isPackage,
}: {
  coachId: string
  locationId: string | undefined
  durationMinutes: number
  /** ISO instants. */
  times: readonly string[]
  onTimes: (times: string[]) => void
  /** Adds a time that is not open, with the coach's confirmations. */
  onOwnTime: (start: string, confirmed: TimeWarning[]) => void
  error: string | undefined
  /** The times are for the first of several lessons. */
  isPackage: boolean
}) {
  const query = useOpenSlots({ instructorId: coachId, locationId, durationMinutes }, null)
  const [date, setDate] = useState<string | null>(null)
  const list = query.data
  const isFull = times.length >= MAX_TIMES
  const toggle = (start: string) =>
    onTimes(times.includes(start) ? times.filter((time) => time !== start) : [...times, start].toSorted())

  return (
    <fieldset
      aria-describedby={error ? 'proposed-times-error' : undefined}
      className="flex min-w-0 flex-col gap-4"
    >
      <legend className="mb-2 text-sm font-semibold">
        {isPackage ? 'Times for the first lesson' : 'Times to choose from'}{' '}
        <span className="font-normal text-muted">up to {MAX_TIMES}</span>
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
      <SlotPicker
        query={query}
        date={date}
        onDate={setDate}
        chosen={times}
        max={MAX_TIMES}
        onChoose={(slot) => toggle(slot.start)}
        none={
          <Alert tone="warning" title="You have no open times for this length">
            You can still offer a time of your own below.
          </Alert>
        }
      />
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
