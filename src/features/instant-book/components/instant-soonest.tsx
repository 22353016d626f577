import { useRef } from 'react'
import type { DatedSlot } from '#features/availability/slot-choice.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import { useEarlyPress } from '#platform/early-press.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'

/** Days of which the first open time is shown. */
const DAYS = 3

/** The first open time of each of the next days, to be chosen with one press. The calendar with all of them is below. */
export function InstantSoonest({
  list,
  chosen,
  onChoose,
}: {
  list: OpenTimes
  /** ISO instant. */
  chosen: string | undefined
  onChoose: (slot: DatedSlot) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const soonest = list.days
    .flatMap(({ date, slots }) => slots.slice(0, 1).map((slot) => ({ ...slot, date })))
    .slice(0, DAYS)
  const choose = (start: string) => {
    const slot = soonest.find((one) => one.start === start)
    if (slot) onChoose(slot)
  }
  useEarlyPress(box, ({ dataset }) => choose(dataset.start ?? ''))
  const [first] = soonest
  if (!first) return null
  return (
    <div ref={box} data-early className="mt-4">
      <p className="mb-2 text-sm font-semibold">
        Next open times <span className="font-normal text-muted">({zoneName(first.start, list.zone)})</span>
      </p>
      <div className="grid grid-cols-3 gap-2">
        {soonest.map(({ start }) => (
          <button
            key={start}
            type="button"
            data-start={start}
            aria-pressed={start === chosen}
            onClick={() => choose(start)}
            className="tabular rounded-control border border-line-strong bg-surface-raised px-1.5 py-1.5 text-center text-sm leading-snug transition-colors hover:bg-surface-hover aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
          >
            <span className="block">{formatDay(start, list.zone)}</span>
            <span className="block font-semibold">{formatClockTime(start, list.zone)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
