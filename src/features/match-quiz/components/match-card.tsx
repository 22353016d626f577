import { Link } from '@tanstack/react-router'
import { Check, MapPin, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import { coverFor } from '#features/coaches/pictures.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { dateIn, formatClockTime, formatDay, formatMoment, zoneName } from '#platform/time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { MatchedCoach } from '../schema.ts'

/**
 * The recommended coach, with the reasons and open times.
 * @param props.kind what booking begins with; a private lesson when omitted
 */
export function MatchCard({
  match,
  kind,
  save,
}: {
  match: MatchedCoach
  kind: OtherType | undefined
  save: ReactNode
}) {
  const { coach, reasons } = match
  return (
    <article className="mt-8 grid overflow-hidden rounded-card border bg-surface-raised md:grid-cols-[minmax(0,0.8fr)_minmax(0,1.2fr)]">
      <Portrait coach={coach} className="max-md:max-h-80 max-md:overflow-hidden" />
      <div className="p-5 sm:p-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-[1.75rem] leading-tight">{coach.name}</h2>
          <p>
            <span className="tabular font-display text-[1.5rem] font-[560]">
              {formatMoney(match.rateCents)}
            </span>
            <span className="text-sm text-muted">/hour</span>
          </p>
        </div>
        <RatingStars
          value={coach.rating}
          count={coach.reviewCount}
          emptyLabel={`New on ${siteName}`}
          className="mt-1"
        />
        {reasons.some(({ kind }) => kind === 'near') || coach.distance === null ? null : (
          <p className="mt-1.5 flex items-center gap-2 text-[0.9375rem] text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" />
            {coach.distance.toFixed(1)} miles away{match.place ? `, at ${match.place.name}` : ''}
          </p>
        )}
        <h3 className="mt-5 text-sm font-semibold">Why {coach.label}</h3>
        <ul className="mt-2.5 flex flex-col gap-2">
          {reasons.map(({ kind, text }) => (
            <li key={kind + text} className="flex gap-2.5">
              <Check aria-hidden strokeWidth={2.5} className="mt-[0.25em] size-4.5 shrink-0 text-brand" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <OpenTimes match={match} kind={kind} />
        <div className="mt-6 flex flex-wrap gap-2.5 border-t pt-5">
          <Link
            to="/instructor/$instructorId"
            params={{ instructorId: coach.id }}
            search={{ kind }}
            className={buttonClass({ variant: 'brand' }, 'max-sm:w-full')}
          >
            See {coach.label}’s profile
          </Link>
          <Link
            to="/compose"
            search={{ instructor: coach.id }}
            onClick={() => trackCoachEvent(coach.id, 'message_click')}
            className={buttonClass({}, 'max-sm:w-full')}
          >
            <MessageCircle aria-hidden />
            Message
          </Link>
          {save}
        </div>
      </div>
    </article>
  )
}

/** Some open times, each linking to its booking. */
function OpenTimes({
  match: { coach, openTimes, place },
  kind,
}: {
  match: MatchedCoach
  kind: OtherType | undefined
}) {
  if (openTimes.length === 0) return null
  const zone = openTimes[0]?.zone ?? 'UTC'
  return (
    <section aria-label={`Open times of ${coach.label}`} className="mt-6">
      <h3 className="text-sm font-semibold">
        Book a time{' '}
        <span className="font-normal text-muted">({zoneName(openTimes[0]?.start ?? '', zone)})</span>
      </h3>
      <ul className="mt-2.5 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {openTimes.map(({ start, minutes }) => (
          <li key={start}>
            <Link
              to="/instructor/$instructorId"
              params={{ instructorId: coach.id }}
              search={{
                place: place?.id,
                kind,
                date: dateIn(start, zone),
                // A lesson on the course is longer than these times.
                ...(kind === 'playing' ? {} : { duration: minutes, time: start }),
              }}
              hash="instant-book-section"
              onClick={() => trackCoachEvent(coach.id, 'booking_click')}
              className={buttonClass({}, 'h-auto w-full flex-col gap-0 py-2 font-medium')}
            >
              <span className="text-sm text-muted">{formatDay(start, zone)}</span>
              <span className="tabular font-semibold">{formatClockTime(start, zone)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * An alternative coach. The name is the card's only link.
 * @param props.kind what booking begins with; a private lesson when omitted
 */
export function OtherCoach({
  other: { coach, reasons, rateCents, openTimes },
  kind,
}: {
  other: MatchedCoach
  kind: OtherType | undefined
}) {
  const [next] = openTimes
  const few = reasons.filter(({ kind }) => kind !== 'opening' && kind !== 'near').slice(0, 3)
  return (
    <article className="relative flex w-full flex-col rounded-card border bg-surface-raised p-4 transition-colors focus-within:border-line-strong hover:border-line-strong">
      <div className="flex items-start gap-3.5">
        <Portrait coach={coach} className="size-18 shrink-0 overflow-hidden rounded-control" />
        <div className="min-w-0">
          <h3 className="text-lg leading-snug">
            <Link
              to="/instructor/$instructorId"
              params={{ instructorId: coach.id }}
              search={{ kind }}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {coach.name}
            </Link>
          </h3>
          <p className="text-[0.9375rem]">
            <span className="tabular font-semibold">{formatMoney(rateCents)}</span>
            <span className="text-muted">/hour</span>
            {coach.distance === null ? null : (
              <span className="text-muted"> · {coach.distance.toFixed(1)} miles away</span>
            )}
          </p>
          <RatingStars value={coach.rating} count={coach.reviewCount} look="compact" />
        </div>
      </div>
      <ul className="mt-3 flex flex-col gap-1.5 text-[0.9375rem]">
        {few.map(({ kind, text }) => (
          <li key={kind + text} className="flex gap-2">
            <Check aria-hidden strokeWidth={2.5} className="mt-[0.25em] size-4 shrink-0 text-brand" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-auto pt-3 text-sm text-muted">
        {next ? `Next open: ${formatMoment(next.start, next.zone)}` : 'Send a message to ask for a time'}
      </p>
    </article>
  )
}

function Portrait({ coach, className }: { coach: MatchedCoach['coach']; className: string }) {
  const src = coach.imageUrl ?? coverFor(coach.id)
  return (
    <Picture
      src={src}
      alt={coach.imageUrl ? coach.name : ''}
      width={480}
      height={480}
      sizes="(min-width: 48rem) 24rem, 92vw"
      className={className}
      imageClassName="size-full object-cover object-[50%_30%]"
    />
  )
}
