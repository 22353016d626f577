import { MapPin, MessageCircleReply, Radar, Share2, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ratingText } from '#ui/rating-stars.tsx'
import { toast } from '#ui/toast.tsx'
import { ratingLabel, replyLabel } from '../coach.ts'
import type { CoachProfile } from '../schema.ts'
import { CoachVerified } from './coach-verified.tsx'

/**
 * Who it is, in the words people introduce each other with, and the three figures they ask for.
 * @param props.actions what a visitor can do about the coach, besides telling others
 * @param props.hasOpenTimes false when no time can be booked: then nothing promises instant booking
 */
export function CoachHeadline({
  coach,
  me,
  actions,
  hasOpenTimes,
}: {
  coach: CoachProfile
  me: Me | null
  actions: ReactNode
  hasOpenTimes: boolean
}) {
  const { rating, reviewCount, yearsCoaching } = coach
  const replies = replyLabel(coach.replyMinutes)
  return (
    <header>
      <div className="flex items-start justify-between gap-2">
        <Avatar
          name={coach.name}
          src={coach.imageUrl}
          alt={coach.portraitAlt}
          decorative
          className="relative -mt-16 size-28 border-4 border-surface bg-brand-soft text-3xl sm:-mt-20 sm:size-36 sm:text-4xl"
        />
        <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:[&>a]:px-3 max-sm:[&>button]:px-2.5">
          {actions}
          <CoachShare name={coach.name} />
        </div>
      </div>
      <p className="eyebrow mt-5 flex items-center gap-1.5">
        <MapPin aria-hidden className="size-4" />
        {coach.label} in {coach.location}
      </p>
      <h1 className="mt-2 text-[clamp(2.375rem,1.8rem+2.6vw,4rem)] leading-[1.04] tracking-[-0.02em]">
        {coach.name}
      </h1>
      <ul className="mt-4 flex flex-wrap items-center gap-2">
        <li>
          <CoachVerified coach={coach} isAdmin={me?.role === 'admin'} />
        </li>
        {coach.instantBookEnabled && hasOpenTimes ? (
          <li>
            <Badge tone="neutral" icon={Zap}>
              Instant book
            </Badge>
          </li>
        ) : null}
        {coach.launchMonitor ? (
          <li>
            <Badge tone="neutral" icon={Radar}>
              Launch monitor
            </Badge>
          </li>
        ) : null}
        {replies ? (
          <li>
            <Badge tone="neutral" icon={MessageCircleReply}>
              {replies}
            </Badge>
          </li>
        ) : null}
      </ul>
      <dl className="mt-7 grid grid-cols-3 border-y">
        <Figure
          label={
            reviewCount === 0
              ? 'No reviews yet'
              : `${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}`
          }
        >
          <span aria-hidden className="flex items-center gap-1.5">
            {reviewCount > 0 ? <Star /> : null}
            {ratingLabel(rating, reviewCount)}
          </span>
          <span className="sr-only">{reviewCount > 0 ? ratingText(rating) : 'New'}</span>
        </Figure>
        <Figure label="an hour">{formatMoney(coach.hourlyRateCents)}</Figure>
        <Figure label="coaching">
          {yearsCoaching ? `${yearsCoaching} ${yearsCoaching === 1 ? 'year' : 'years'}` : '–'}
        </Figure>
      </dl>
    </header>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end border-l px-4 py-4 first:border-l-0 first:pl-0 sm:px-6">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular font-display text-[clamp(1.25rem,1rem+1.2vw,2rem)] whitespace-nowrap leading-tight font-[560]">
        {children}
      </dd>
    </div>
  )
}

function Star() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" fill="currentColor" className="size-[0.8em] text-gold">
      <path d="M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z" />
    </svg>
  )
}

/** Passes the page on: through the device's own sheet where there is one, else as a copied link. */
function CoachShare({ name }: { name: string }) {
  async function share() {
    const url = `${window.location.origin}${window.location.pathname}`
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ title: `${name} on ${siteName}`, url })
      await navigator.clipboard.writeText(url)
      toast.success('Link copied', `The page of ${name} is ready to paste.`)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error('The link could not be copied', url)
    }
  }
  return (
    <Button size="sm" onClick={() => void share()}>
      <Share2 aria-hidden />
      Share
    </Button>
  )
}
