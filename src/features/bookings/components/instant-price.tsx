import type { OpenSlot } from '#features/availability/slot-choice/slot-choice.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration } from '#platform/time.ts'

/** What it costs and, once a time is chosen, for what. Announced when it changes. */
export function InstantPrice({
  coachLabel,
  durationMinutes,
  priceCents,
  slot,
  zone,
  placeName,
}: {
  coachLabel: string
  durationMinutes: number
  priceCents: number
  slot: OpenSlot | undefined
  zone: string
  placeName: string | undefined
}) {
  return (
    <div aria-live="polite" className="flex items-start justify-between gap-4 border-t pt-4">
      <div className="min-w-0 text-[0.9375rem]">
        <p className="font-semibold">
          {formatDuration(durationMinutes)} with {coachLabel}
        </p>
        <p className="text-muted">
          {slot ? (
            <span className="tabular">
              {formatDay(slot.start, zone)}
              <span className="block">
                {slot.startTime} – {slot.endTime} {slot.zoneName}
              </span>
            </span>
          ) : (
            'Choose a time above'
          )}
          {slot && placeName ? <span className="block truncate">{placeName}</span> : null}
        </p>
      </div>
      <p className="tabular shrink-0 font-display text-2xl leading-tight font-[560]">
        {formatMoney(priceCents)}
      </p>
    </div>
  )
}
