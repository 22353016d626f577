import { useEffect, useRef } from 'react'
import type { SlotList } from '#features/availability/schema.ts'
import { type DatedSlot, nearestSlots } from '#features/availability/slot-choice.ts'
import { dateIn, formatClockTime, formatDay, formatDuration, formatMoment, zoneName } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'

const OFFERED = 3

/** Says that the chosen time is no longer available, and offers the nearest open ones. */
export function SlotTakenNote({
  list,
  start,
  wasOpen,
  onChoose,
}: {
  list: SlotList
  start: string
  /** It was open on this page a moment ago. */
  wasOpen: boolean
  onChoose: (slot: DatedSlot) => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const when = `${formatClockTime(start, list.zone)} ${zoneName(start, list.zone)}`
  const day = dateIn(start, list.zone)
  const nearest = nearestSlots(list, start, OFFERED)
  return (
    <div
      ref={ref}
      role="alert"
      className="scroll-m-24 animate-rise-in rounded-control border border-current/15 bg-yellow-soft px-4 py-3.5 text-yellow"
    >
      <p className="font-semibold">
        {wasOpen
          ? `Someone just booked ${when}`
          : `${formatMoment(start, list.zone)} is not open for ${formatDuration(list.durationMinutes)}`}
      </p>
      {nearest.length > 0 ? (
        <>
          <p className="mt-0.5 text-[0.9375rem] text-ink">The nearest open times:</p>
          <ul className="mt-2.5 flex flex-wrap gap-2">
            {nearest.map((slot) => (
              <li key={slot.start}>
                <Button size="sm" onClick={() => onChoose(slot)} className="tabular">
                  {slot.date === day ? null : `${formatDay(slot.start, list.zone)}, `}
                  {slot.startTime}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
