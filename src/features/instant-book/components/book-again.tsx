import { useQuery } from '@tanstack/react-query'
import { CalendarSearch, ChevronRight, MapPin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { otherZone, viewersTime } from '#features/availability/slot-choice.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import type { TimesAgain } from '#features/checkout/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, formatMoment, zoneName } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { changedTitles, useBookingAttempt } from './booking-attempt.ts'
import { openCheckoutTab } from './booking-checkout-tab.ts'
import { useGoAndSignIn } from './go-and-sign-in.ts'

/** Loaded lazily: few students have gift cards. */
const UseGiftCard = lazyPart(() => import('#features/gift-cards/components/use-gift-card.tsx'), 'UseGiftCard')

/**
 * The weekday, time and place of an earlier lesson in the next weeks. A tap on a time holds it and opens the checkout; when
 * something is left to choose or answer, it leads to the booking panel with the time chosen.
 */
export function BookAgain({
  bookingId,
  onChoose,
  onHeld,
}: {
  /** The lesson to repeat. */
  bookingId: string
  /** Goes on in the booking panel. */
  onChoose: (choice: Partial<LessonChoice>) => Promise<void>
  onHeld: (bookingId: string) => Promise<void>
}) {
  const query = useQuery({
    ...checkoutClient.timesAgain.queryOptions({ input: { bookingId } }),
    staleTime: 0,
    retry: (count, error) => count < 2 && readProblem(error).code === 'offline',
  })
  const { data: again } = query
  useLive(again ? [`coach-slots:${again.instructorId}`] : [], () => void query.refetch())
  if (query.isPending) return <Skeleton className="h-80 w-full" />
  if (!again)
    return (
      <Alert
        tone="warning"
        title="We can’t look up this time right now"
        action={
          <Button size="sm" onClick={() => void onChoose({})}>
            See all open times
          </Button>
        }
      >
        {readProblem(query.error).message ?? 'The server did not answer.'}
      </Alert>
    )
  return <Times again={again} onChoose={onChoose} onHeld={onHeld} onReload={() => query.refetch()} />
}

function Times({
  again,
  onChoose,
  onHeld,
  onReload,
}: {
  again: TimesAgain
  onChoose: (choice: Partial<LessonChoice>) => Promise<void>
  onHeld: (bookingId: string) => Promise<void>
  onReload: () => Promise<unknown>
}) {
  const attempt = useBookingAttempt()
  const [taking, setTaking] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [giftCents, setGiftCents] = useState(0)
  const { instructorId, coachLabel, durationMinutes, zone, times, priceCents, policy, terms } = again
  const goAndSignIn = useGoAndSignIn(instructorId)
  const kind = again.lessonType === 'individual' ? undefined : (again.lessonType ?? undefined)
  const own = { duration: durationMinutes, place: again.locationId ?? undefined, kind }
  const usual = `${formatDay(again.start, zone, { long: true }).split(',')[0]}s at ${formatClockTime(again.start, zone)}`
  const price = priceCents === null ? null : formatMoney(priceCents)
  // Otherwise no times were looked up.
  const isOffered = again.isPrepaid || priceCents !== null
  const isCovered = giftCents > 0 && giftCents === priceCents
  const toPay = formatMoney((priceCents ?? 0) - giftCents)

  async function take(start: string) {
    if (attempt.isBusy()) return
    if (!again.isOneTap || priceCents === null || policy === null) return onChoose({ ...own, time: start })
    const tab = openCheckoutTab()
    setTaking(start)
    setProblem(null)
    const outcome = await attempt.book(
      {
        instructorId,
        locationId: again.locationId ?? undefined,
        start,
        durationMinutes,
        golferId: again.golferId,
        expectedPriceCents: priceCents,
        expectedPolicy: policy,
        answers: again.answers,
        ...(giftCents > 0 ? { giftCents } : {}),
        ...(kind ? { lessonType: kind } : {}),
      },
      tab,
      onHeld,
      'dialog',
    )
    setTaking(null)
    if (!outcome || outcome.kind === 'held') return
    if (outcome.kind === 'asked') return onChoose({ ...own, time: start })
    if (outcome.kind === 'signed_out') return goAndSignIn()
    if (outcome.kind === 'taken')
      setProblem(`Someone just booked ${formatMoment(start, zone)}. Nothing was charged.`)
    if (outcome.kind === 'changed')
      setProblem(`${changedTitles[outcome.what]}. Please look at it and tap a time again.`)
    await onReload()
  }

  return (
    <div>
      <h2 className="text-xl">{usual} again</h2>
      <p className="tabular mt-1.5 text-[0.9375rem]">
        {again.title} with {coachLabel}
        {again.isPrepaid ? (
          ' · from your package'
        ) : price ? (
          <>
            {' · '}
            <span className="font-semibold">{price}</span>
          </>
        ) : null}
      </p>
      <p className="mt-0.5 flex items-start gap-1.5 text-[0.9375rem] text-muted">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
        <bdi className="min-w-0 break-words">{again.place}</bdi>
      </p>
      {problem ? (
        <Alert tone="warning" className="mt-4">
          {problem}
        </Alert>
      ) : null}
      {again.isOneTap && !again.isPrepaid && priceCents !== null && times.length > 0 ? (
        <Suspense>
          <div className="mt-4 empty:hidden">
            <UseGiftCard priceCents={priceCents} what="the lesson" onPart={setGiftCents} />
          </div>
        </Suspense>
      ) : null}
      {times.length > 0 ? (
        <ul aria-label="The next open times" className="mt-5 grid gap-2.5">
          {times.map((start) => (
            <li key={start}>
              <TimeButton
                start={start}
                zone={zone}
                isTaking={taking === start}
                isWaiting={taking !== null}
                hint={isCovered ? 'Book with gift card' : again.isOneTap ? `Book and pay ${toPay}` : 'Choose'}
                onTake={() => void take(start)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-5 rounded-control bg-surface-sunken px-4 py-3.5 text-[0.9375rem]">
          {isOffered
            ? `${coachLabel} has no open time on ${usual} in the next weeks.`
            : 'This lesson cannot be booked again as it was.'}
        </p>
      )}
      {times.length > 0 && again.isOneTap ? (
        <p className="mt-3.5 text-sm text-muted">
          {isCovered
            ? 'A tap books the time, and your gift card pays it.'
            : 'A tap holds the time for 15 minutes and opens the checkout. Nothing is charged before you pay.'}{' '}
          {terms}
        </p>
      ) : null}
      <Button
        variant={times.length > 0 ? 'secondary' : 'primary'}
        className="mt-5 w-full"
        disabled={taking !== null}
        onClick={() => void onChoose(own)}
      >
        <CalendarSearch aria-hidden /> {times.length > 0 ? 'Choose another time' : 'See all open times'}
      </Button>
    </div>
  )
}

function TimeButton(props: {
  start: string
  zone: string
  isTaking: boolean
  /** A time is being held, this one or another. */
  isWaiting: boolean
  /** What a tap does. */
  hint: string
  onTake: () => void
}) {
  const { start, zone, isTaking, isWaiting, hint, onTake } = props
  const viewerZone = otherZone(start, zone, useViewerZone())
  return (
    <button
      type="button"
      aria-disabled={isWaiting}
      onClick={onTake}
      className="flex min-h-15 w-full items-center gap-2.5 rounded-control border border-line-strong bg-surface-raised px-4 py-2.5 text-left transition-colors hover:border-brand hover:bg-brand-soft aria-disabled:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span className="tabular block font-semibold">{formatDay(start, zone)}</span>
        <span className="tabular block text-[0.9375rem] text-muted">
          {formatClockTime(start, zone)} {zoneName(start, zone)}
        </span>
        {viewerZone ? (
          <span className="tabular block text-sm text-muted">
            {viewersTime(start, zone, viewerZone)} {zoneName(start, viewerZone)} here
          </span>
        ) : null}
      </span>
      <span className="text-[0.9375rem] font-medium text-brand">{isTaking ? 'Holding it…' : hint}</span>
      {isTaking ? <Spinner /> : <ChevronRight aria-hidden className="size-5 shrink-0 text-brand" />}
    </button>
  )
}
