import { Link } from '@tanstack/react-router'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import type { CoachCard, CardTimes as Times } from '../schema.ts'

/** A coach's first open times. Each leads to the booking panel of the profile with that time chosen. */
export function CardTimes({
  coach,
  kind,
  openings: { times, durationMinutes },
}: {
  coach: Pick<CoachCard, 'id' | 'name'>
  kind: OtherType | undefined
  openings: Times
}) {
  const zones = new Set(times.map(({ start, zone }) => zoneName(start, zone)))
  if (zones.size === 0) return null
  return (
    <div className="relative @2xl:mt-3">
      <p className="text-sm text-muted">
        Next open, {durationMinutes} minutes{zones.size === 1 ? ` (${[...zones][0]})` : null}
      </p>
      <ul className="mt-1.5 grid grid-cols-3 gap-1.5">
        {times.map(({ start, zone, placeId, placeName }) => (
          <li key={start}>
            <Link
              to="/instructor/$instructorId"
              params={{ instructorId: coach.id }}
              search={{
                kind,
                time: start,
                duration: durationMinutes,
                ...(placeName && placeId ? { place: placeId } : {}),
              }}
              hash="instant-book-section"
              onClick={() => trackCoachEvent(coach.id, 'booking_click')}
              className="tabular grid h-full min-h-12 place-content-center rounded-control bg-green-soft py-1.5 text-center leading-tight text-green hover:bg-green/15"
            >
              <span className="sr-only">Book {coach.name}, </span>
              <span className="text-sm">{formatDay(start, zone)}</span>
              <span className="font-semibold">{formatClockTime(start, zone)}</span>
              {zones.size > 1 ? <span className="text-xs">{zoneName(start, zone)}</span> : null}
              <span className="line-clamp-1 text-xs">{placeName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
