import { Link } from '@tanstack/react-router'
import { CalendarClock, MapPin, Radar, Zap } from 'lucide-react'
import type { CoachCard as Coach } from '#features/search/schema.ts'
import { formatMiles } from '#features/search/search.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { buttonClass } from '#ui/button.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CoachPhoto } from './coach-photo.tsx'
import { VerifiedMark } from './verified-mark.tsx'

const SPECIALTIES = 3

/** When a coach can be booked first: not known yet, known, or nothing in the booking window. */
export type NextOpening = 'loading' | { start: string; zone: string } | null

/**
 * A coach at a glance: who, how good, how far, how much, when next. The name is the card's one link and covers it all;
 * the actions lie on top.
 * @param position 1-based place in the results, which picks the stock cover
 */
export function CoachCard({
  coach,
  position,
  isFirstRow = false,
  nextOpening,
}: {
  coach: Coach
  position: number
  isFirstRow?: boolean
  nextOpening: NextOpening
}) {
  return (
    <article className="group relative flex w-full flex-col overflow-hidden rounded-card border bg-surface-raised transition-[border-color,box-shadow] duration-200 focus-within:border-line-strong hover:border-line-strong hover:shadow-float">
      <div className="relative overflow-hidden">
        <CoachPhoto coach={coach} position={position} isPriority={isFirstRow} />
        <Marks coach={coach} />
      </div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <div className="flex items-start justify-between gap-3">
          <h3 className="text-[1.375rem]">
            <Link
              to="/instructor/$instructorId"
              params={{ instructorId: coach.id }}
              className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
            >
              {coach.name}
            </Link>{' '}
            <VerifiedMark />
          </h3>
          <p className="shrink-0 text-right leading-tight">
            <span className="tabular font-display text-[1.375rem] font-[560]">
              {formatMoney(coach.hourlyRateCents)}
            </span>
            <span className="text-sm text-muted">/hour</span>
          </p>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-[0.9375rem]">
          <RatingStars value={coach.rating} count={coach.reviewCount} emptyLabel="New" look="compact" />
          {coach.distance === null ? null : (
            <span className="tabular font-semibold">{formatMiles(coach.distance)}</span>
          )}
          <span className="text-muted">{coach.location}</span>
        </p>
        <NextTime opening={nextOpening} />
        {coach.credentials.length > 0 ? (
          <p className="mt-3 line-clamp-1 text-sm font-medium text-brand">{coach.credentials.join(' · ')}</p>
        ) : null}
        <p className="mt-1.5 line-clamp-2 text-[0.9375rem] leading-relaxed text-muted">{coach.bio}</p>
        <Specialties names={coach.specialties} />
        <Places coach={coach} />
        <Actions coach={coach} />
      </div>
    </article>
  )
}

function Marks({ coach }: { coach: Coach }) {
  const markClass =
    'inline-flex items-center gap-1.5 rounded-full bg-paper/95 px-2.5 py-1 text-[0.8125rem] font-semibold text-pine'
  return (
    <p className="pointer-events-none absolute inset-x-3 bottom-3 flex flex-wrap gap-1.5">
      {coach.instantBookEnabled ? (
        <span className={markClass}>
          <Zap aria-hidden className="size-3.5 fill-gold text-gold" />
          Instant book
        </span>
      ) : null}
      {coach.launchMonitor ? (
        <span className={markClass} title={coach.launchMonitor}>
          <Radar aria-hidden className="size-3.5" />
          Launch monitor
        </span>
      ) : null}
    </p>
  )
}

/** The line that decides: its place is kept while the time is looked up. */
function NextTime({ opening }: { opening: NextOpening }) {
  return (
    <div className="mt-3 flex min-h-10 items-center gap-2.5 rounded-control bg-green-soft px-3 py-2 text-[0.9375rem] leading-snug text-green">
      <CalendarClock aria-hidden strokeWidth={1.75} className="size-[1.125rem] shrink-0" />
      {opening === 'loading' ? (
        <>
          <span className="sr-only">Looking up the next open time</span>
          <Skeleton className="h-3.5 w-44 max-w-full bg-green/15" />
        </>
      ) : opening ? (
        <span>
          Next:{' '}
          <time className="tabular font-semibold" dateTime={opening.start}>
            {formatMoment(opening.start, opening.zone)}
          </time>
        </span>
      ) : (
        <span>Fully booked for now: ask for a time</span>
      )}
    </div>
  )
}

function Specialties({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const rest = names.length - SPECIALTIES
  return (
    <ul aria-label="Specialties" className="mt-3 flex flex-wrap gap-1.5 text-[0.8125rem]">
      {names.slice(0, SPECIALTIES).map((name) => (
        <li key={name} className="rounded-full border px-2.5 py-0.5">
          {name}
        </li>
      ))}
      {rest > 0 ? <li className="px-1 py-0.5 text-muted">+{rest} more</li> : null}
    </ul>
  )
}

function Places({ coach }: { coach: Coach }) {
  if (coach.locations.length === 0) return null
  return (
    <ul aria-label="Teaching locations" className="mt-3 flex flex-col gap-1 text-sm text-muted">
      {coach.locations.map((place) => (
        <li key={place.id} className="flex items-center gap-1.5">
          <MapPin aria-hidden strokeWidth={1.75} className="size-4 shrink-0" />
          <span className="truncate">
            <span className="text-ink">{place.name}</span>, {place.city}, {place.state}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A coach without instant booking is asked for a time first (U17). */
function Actions({ coach }: { coach: Coach }) {
  const profile = { to: '/instructor/$instructorId', params: { instructorId: coach.id } } as const
  const secondary = buttonClass({ size: 'sm' }, 'flex-1 px-2')
  return (
    <div className="relative mt-auto flex gap-2 pt-5">
      <Link {...profile} className={secondary}>
        View profile<span className="sr-only"> of {coach.name}</span>
      </Link>
      {coach.instantBookEnabled ? (
        <>
          <Link {...profile} className={secondary}>
            Message<span className="sr-only"> {coach.name}</span>
          </Link>
          <Link
            {...profile}
            hash="instant-book-section"
            className={buttonClass({ variant: 'brand', size: 'sm' }, 'flex-1 px-2')}
          >
            Book<span className="sr-only"> a lesson with {coach.name}</span>
          </Link>
        </>
      ) : (
        <Link {...profile} className={buttonClass({ variant: 'brand', size: 'sm' }, 'flex-[2] px-2')}>
          Message to request a time<span className="sr-only"> with {coach.name}</span>
        </Link>
      )}
    </div>
  )
}

/** A card to come, of the size it will have. */
export function CoachCardSkeleton() {
  return (
    <div className="flex w-full flex-col overflow-hidden rounded-card border bg-surface-raised">
      <Skeleton className="aspect-[4/3] w-full rounded-none" />
      <div className="flex flex-col px-5 pt-5 pb-5">
        <div className="flex justify-between">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-6 w-20" />
        </div>
        <Skeleton className="mt-3 h-4 w-52" />
        <Skeleton className="mt-3.5 h-10 w-full rounded-control" />
        <Skeleton className="mt-4 h-3.5 w-56" />
        <Skeleton className="mt-3 h-3.5 w-full" />
        <Skeleton className="mt-2.5 h-3.5 w-4/5" />
        <Skeleton className="mt-4 h-6 w-64 rounded-full" />
        <Skeleton className="mt-4 h-4 w-48" />
        <Skeleton className="mt-6 h-9 w-full rounded-control" />
      </div>
    </div>
  )
}
