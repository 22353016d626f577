import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { checkoutClient } from '#features/checkout/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatLesson, formatMoment, formatTimeLeft } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'
import { datesWords, dayPartNames } from '../cancellation-list.ts'
import { cancellationListClient } from '../client.ts'
import type { FreedTimeOffer, OwnList } from '../schema.ts'
import type { SeatRequest } from '../seats/schema.ts'
import { ownListQuery } from './own-cancellation-list-query.ts'

const unreachable = 'We could not reach the server. Please try again.'

/** The times that are held for a student, or what the student waits for; nothing where there is none. */
export function OwnCancellationList({ userId, part }: { userId: string; part: 'offers' | 'requests' }) {
  const queryClient = useQueryClient()
  const list = useQuery(ownListQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: cancellationListClient.key() })
  useLive([`user:${userId}`], () => void refresh())
  const { offers = [], requests = [], seatRequests = [] } = list.data ?? {}
  // The letters lead to '#cancellation-list': to the offers while there are any.
  const id = part === 'offers' || offers.length === 0 ? 'cancellation-list' : undefined
  if (part === 'offers')
    return offers.length === 0 ? null : (
      <section id={id} aria-label="Times held for you" className="mt-5 flex scroll-mt-20 flex-col gap-3">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} onChange={refresh} />
        ))}
      </section>
    )
  if (requests.length + seatRequests.length === 0) return null
  return (
    <section
      id={id}
      aria-labelledby="waiting-lists"
      className="scroll-mt-20 rounded-card border bg-surface-raised"
    >
      <h2
        id="waiting-lists"
        className="flex items-center gap-2 px-4 pt-3.5 pb-2.5 font-sans text-[0.9375rem] font-semibold"
      >
        <BellRing aria-hidden className="size-4 text-brand" />
        Waiting lists
      </h2>
      <ul className="divide-y border-t">
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} onChange={refresh} />
        ))}
        {seatRequests.map((request) => (
          <SeatRequestLine key={request.id} request={request} onChange={refresh} />
        ))}
      </ul>
    </section>
  )
}

function OfferCard({ offer, onChange }: { offer: FreedTimeOffer; onChange: () => Promise<unknown> }) {
  const now = useNow()
  const [busy, setBusy] = useState<'take' | 'pass' | null>(null)
  const until = Date.parse(offer.expiresAt)
  const { coach, start, durationMinutes, zone } = offer
  const when = formatLesson(start, durationMinutes, zone)
  const still = offer.isWaiting ? ' You are still on the list.' : ''
  if (now !== null && now >= until)
    return (
      <p role="status" className="rounded-card border bg-surface-raised px-4 py-3.5 text-sm text-muted">
        The time with {coach.label} is no longer held for you.{still}
      </p>
    )

  async function take() {
    setBusy('take')
    try {
      const held = await checkoutClient.book.call({
        instructorId: coach.id,
        start,
        durationMinutes,
        expectedPriceCents: offer.priceCents,
        ...(offer.locationId ? { locationId: offer.locationId } : {}),
      })
      navigateAway(held.checkoutUrl)
    } catch (error) {
      setBusy(null)
      toast.error('Not booked', readProblem(error).message ?? unreachable)
      await onChange()
    }
  }

  async function pass() {
    setBusy('pass')
    try {
      await cancellationListClient.pass.call({ offerId: offer.id })
      toast.success('Passed on', `It is no longer held for you.${still}`)
    } catch (error) {
      toast.error('Not passed on', readProblem(error).message ?? unreachable)
    }
    await onChange()
    setBusy(null)
  }

  return (
    <article className="rounded-card border-2 border-brand bg-surface-raised p-4 sm:p-5">
      <p className="flex items-center gap-1.5 text-sm font-semibold text-brand">
        <Hourglass aria-hidden className="size-4" />
        Held for you
        <span role="timer" className="tabular ml-auto font-normal text-ink">
          {now === null ? '' : `${timeLeft(until, now)} left`}
        </span>
      </p>
      <h2 className="mt-2 text-lg">A time with {coach.label} opened</h2>
      <p className="mt-1 tabular text-[0.9375rem]">{when}</p>
      <p className="text-sm text-muted">
        <bdi>{offer.place}</bdi>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          loading={busy === 'take'}
          disabled={busy !== null}
          onClick={() => void take()}
        >
          Book it for {formatMoney(offer.priceCents)}
        </Button>
        <Button loading={busy === 'pass'} disabled={busy !== null} onClick={() => void pass()}>
          Pass
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        It is yours once you have paid. If you pass, the next golfer gets it.
      </p>
    </article>
  )
}

function SeatRequestLine({ request, onChange }: { request: SeatRequest; onChange: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const { title, clinicId, coachLabel, start, zone, seats, seatsLeft } = request
  async function leave() {
    setBusy(true)
    try {
      await cancellationListClient.leaveSeats.call({ requestId: request.id })
      toast.success('You left the list', title)
    } catch (error) {
      toast.error('Still on the list', readProblem(error).message ?? unreachable)
    }
    await onChange()
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">
          <Anchor href={`/clinics/${clinicId}`} className="underline-offset-4 hover:underline">
            <bdi>{title}</bdi>
          </Anchor>
          , <span className="tabular">{formatMoment(start, zone)}</span>
        </p>
        <p className="text-sm text-muted">
          {coachLabel} · {seats === 1 ? '1 seat' : `${seats} seats`}
          {seatsLeft >= seats ? ' · free now' : ''}
        </p>
      </div>
      <Button size="sm" variant="ghost" loading={busy} onClick={() => void leave()}>
        Leave
        <span className="sr-only"> the list of {title}</span>
      </Button>
    </li>
  )
}

/** `1 h 45 min`, and seconds in the last hour: `12:05`. */
function timeLeft(until: number, now: number): string {
  const minutes = Math.floor((until - now) / 60_000)
  if (minutes < 60) return formatTimeLeft(until, now)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function RequestLine({
  request,
  onChange,
}: {
  request: OwnList['requests'][number]
  onChange: () => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)
  const { coach, from, to, dayPart, durationMinutes, place } = request
  const dates = datesWords(from, to)

  async function leave() {
    setBusy(true)
    try {
      const { undo } = await cancellationListClient.leave.call({ requestId: request.id })
      toast.success(
        'You left the list',
        `${coach.label}, ${dates}`,
        undo ? { action: { label: 'Undo', onClick: () => void comeBack(undo) } } : {},
      )
    } catch (error) {
      toast.error('Still on the list', readProblem(error).message ?? unreachable)
    }
    await onChange()
    setBusy(false)
  }

  async function comeBack(undo: string) {
    try {
      await cancellationListClient.undoLeaving.call({ undo })
    } catch (error) {
      toast.error('Not brought back', readProblem(error).message ?? unreachable)
    }
    await onChange()
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {coach.label}, <span className="tabular">{dates}</span>
        </p>
        <p className="text-sm text-muted">
          {formatDuration(durationMinutes)}
          {dayPart === 'any' ? '' : ` · ${dayPartNames[dayPart]}`}
          {place ? (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          ) : null}
        </p>
      </div>
      <Button size="sm" variant="ghost" loading={busy} onClick={() => void leave()}>
        Leave
        <span className="sr-only">
          {' '}
          the list of {coach.label}, {dates}
        </span>
      </Button>
    </li>
  )
}
