import { Link } from '@tanstack/react-router'
import { BadgeCheck, CalendarClock, MapPin, Radar, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import type { CoachAction } from '#features/tracking/tracking.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { formatMiles } from '../distance.ts'
import type { CoachCard as Coach } from '../schema.ts'
import { CoachPhoto } from './coach-photo.tsx'

const SPECIALTIES = 3

/** A coach's next open time: still loading, failed to load, known, or none in the booking window. */
export type OpeningState = 'loading' | 'unknown' | { start: string; zone: string } | null

/**
 * A summary of a coach: name, rating, distance, price and next open time. The name is the card's only link,
 * and its clickable area covers the whole card; the action buttons are placed above that area.
 * @param position 1-based position in the results, which selects the stock cover
 */
export function CoachCard({
  coach,
  position,
  isFirst = false,
  isBelowLower = false,
  nextOpening,
  times,
  kind,
}: {
  coach: Coach
  position: number
  /** The first card: its picture is loaded before others, also before layout. On a phone, others would delay the first paint. */
  isFirst?: boolean
  /** Sorted below a coach with fewer stars because this one has few reviews. */
  isBelowLower?: boolean
  nextOpening: OpeningState
  /** Open times to choose from, shown in place of the next one if the coach can be booked at once. */
  times?: ReactNode
  /** What 'Book' begins with; a private lesson when omitted. */
  kind?: OtherType | undefined
}) {
  // Instant booking requires an open time. Without one, the card offers to send a message.
  const canBook = coach.instantBookEnabled && nextOpening !== null
  return (
    <article className="group relative grid w-full grid-cols-[7.25rem_minmax(0,1fr)] @md:grid-cols-[8.5rem_minmax(0,1fr)] overflow-hidden rounded-card border bg-surface-raised transition-[border-color,box-shadow] duration-200 focus-within:border-line-strong hover:border-line-strong hover:shadow-float @2xl:flex @2xl:flex-col">
      <div className="relative overflow-hidden @max-2xl:m-3 @max-2xl:mr-0 @max-2xl:min-h-29 @max-2xl:rounded-control">
        <CoachPhoto coach={coach} position={position} isPriority={isFirst} />
        <Marks
          coach={coach}
          canBook={canBook}
          className="pointer-events-none absolute inset-x-3 bottom-3 @max-2xl:hidden"
        />
      </div>
      <div className="px-4 pt-3 @max-2xl:pb-3 @2xl:px-5 @2xl:pt-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 @2xl:flex-nowrap">
          <h3 className="text-xl @2xl:text-[1.375rem]">
            <Link
              to="/instructor/$instructorId"
              params={{ instructorId: coach.id }}
              onClick={() => trackCoachEvent(coach.id, 'card_click')}
              className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
            >
              {coach.name}
            </Link>{' '}
            <VerifiedMark />
          </h3>
          <p className="shrink-0 leading-tight @2xl:text-right">
            <span className="tabular font-display text-xl font-[560] @2xl:text-[1.375rem]">
              {formatMoney(coach.hourlyRateCents)}
            </span>
            <span className="text-sm text-muted">/hour</span>
          </p>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-[0.9375rem]">
          <RatingStars value={coach.rating} count={coach.reviewCount} look="compact" />
          {coach.distance === null ? null : (
            <span className="tabular font-semibold">{formatMiles(coach.distance)}</span>
          )}
          <span className="text-muted">{coach.location}</span>
        </p>
        {isBelowLower ? (
          <p className="mt-0.5 text-sm text-muted">Ranked by stars and number of reviews</p>
        ) : null}
        <Marks coach={coach} canBook={canBook} className="mt-2 @2xl:hidden" />
      </div>
      <div className="flex flex-1 flex-col px-4 pb-4 @max-2xl:col-span-2 @2xl:px-5 @2xl:pb-5">
        {(canBook && times) || <NextTime opening={nextOpening} />}
        {coach.credentials.length > 0 ? (
          <p className="mt-3 line-clamp-1 text-sm font-medium text-brand">{coach.credentials.join(' · ')}</p>
        ) : null}
        <p dir="auto" className="mt-1.5 line-clamp-2 text-[0.9375rem] leading-relaxed text-muted">
          {coach.bio}
        </p>
        <Specialties names={coach.specialties} />
        <Places coach={coach} />
        <Actions coach={coach} canBook={canBook} kind={kind} />
      </div>
    </article>
  )
}

function Marks({ coach, canBook, className }: { coach: Coach; canBook: boolean; className: string }) {
  const markClass =
    'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-[0.8125rem] font-semibold @max-2xl:bg-surface-sunken @2xl:bg-paper/95 @2xl:text-pine'
  if (!canBook && !coach.launchMonitor) return null
  return (
    <p className={cn('flex flex-wrap gap-1.5', className)}>
      {canBook ? (
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

/** The next open time. Its height is reserved while it is loading. */
function NextTime({ opening }: { opening: OpeningState }) {
  return (
    <div
      className={cn(
        'flex min-h-10 items-center @2xl:mt-3 gap-2.5 rounded-control px-3 py-2 text-[0.9375rem] leading-snug',
        opening && opening !== 'unknown' ? 'bg-green-soft text-green' : 'bg-surface-sunken text-muted',
      )}
    >
      <CalendarClock aria-hidden strokeWidth={1.75} className="size-[1.125rem] shrink-0" />
      {opening === 'loading' ? (
        <>
          <span className="sr-only">Looking up the next open time</span>
          <Skeleton className="h-3.5 w-44 max-w-full bg-green/15" />
        </>
      ) : opening === 'unknown' ? (
        <span>Open times are on the profile</span>
      ) : opening ? (
        <span>
          Next:{' '}
          <time className="tabular font-semibold" dateTime={opening.start}>
            {formatMoment(opening.start, opening.zone)}
          </time>
        </span>
      ) : (
        <span>No open times right now</span>
      )}
    </div>
  )
}

function Specialties({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const shown = names.slice(0, SPECIALTIES)
  const rest = names.length - shown.length
  return (
    <ul aria-label="Specialties" className="mt-3 flex flex-wrap gap-x-1.5 text-sm font-medium">
      {shown.map((name, index) => (
        <li key={name}>
          {name}
          {index < shown.length - 1 ? ',' : ''}
        </li>
      ))}
      {rest > 0 ? <li className="font-normal text-muted">+{rest} more</li> : null}
    </ul>
  )
}

function Places({ coach }: { coach: Coach }) {
  if (coach.locations.length === 0) return null
  return (
    <ul aria-label="Teaching locations" className="mt-2 flex flex-col gap-0.5 text-sm text-muted">
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

/** A coach without instant booking or without an open time is offered a message to request a time. */
function Actions({ coach, canBook, kind }: { coach: Coach; canBook: boolean; kind: OtherType | undefined }) {
  const profile = { to: '/instructor/$instructorId', params: { instructorId: coach.id } } as const
  const tells = (action: CoachAction) => ({ onClick: () => trackCoachEvent(coach.id, action) })
  const secondary = buttonClass({ size: 'sm' }, 'flex-1 px-2')
  return (
    <div className="relative mt-auto flex flex-wrap gap-2 pt-4 @2xl:pt-5">
      <Link {...profile} {...tells('card_click')} className={secondary}>
        View profile<span className="sr-only"> of {coach.name}</span>
      </Link>
      {canBook ? (
        <>
          <MessageCoach coach={coach} className={secondary}>
            Message<span className="sr-only"> {coach.name}</span>
          </MessageCoach>
          <BookCoach
            coachId={coach.id}
            choice={{ kind }}
            className={buttonClass({ variant: 'brand', size: 'sm' }, 'flex-1 px-2')}
          >
            Book<span className="sr-only"> a lesson with {coach.name}</span>
          </BookCoach>
        </>
      ) : (
        <MessageCoach
          coach={coach}
          className={buttonClass({ variant: 'brand', size: 'sm' }, 'flex-[2] px-2')}
        >
          Message to request a time<span className="sr-only"> with {coach.name}</span>
        </MessageCoach>
      )}
    </div>
  )
}

/** The badge on every listed coach. The profile says what was verified for this coach, and when. */
function VerifiedMark({ className }: { className?: string }) {
  return (
    <span
      title="Verified: see the profile for what we checked"
      className={cn('inline-block align-[-0.12em]', className)}
    >
      <BadgeCheck aria-hidden className="size-[1.05em] text-brand" strokeWidth={2} />
      <span className="sr-only">Verified</span>
    </span>
  )
}
