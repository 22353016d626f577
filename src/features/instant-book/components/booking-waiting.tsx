import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { bookingsClient } from '#features/bookings/client.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { notifyPaymentTabs, usePaymentTabs } from '#features/checkout/components/payment-tabs.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { formatTimeLeft } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { useNow } from '#platform/use-now.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { BookingOutcomeNote } from './booking-outcome-note.tsx'
import { BookingSummary } from './booking-summary.tsx'

const ASK_SOON_MS = 1_000
const ASK_AGAIN_MS = 20_000
const SOON_TIMES = 8
/**
 * Polling interval in a hidden tab once the usual time for a payment has passed; before that it polls every
 * second.
 */
const ASK_BEHIND_MS = 5_000
const BEHIND_TIMES = 180

/** Follows a booking whose checkout is open elsewhere, until it is paid or released. */
export function BookingWaiting({
  bookingId,
  onDone,
}: {
  bookingId: string
  /**
   * Returns to choosing a time; keeps the chosen time when the checkout was left or expired, and the note of a lesson that was not booked.
   */
  onDone: (again: { keepTime: boolean; note?: string | null }) => void
}) {
  const input = { bookingId }
  const navigate = useNavigate()
  const isHidden = useIsHidden()
  const query = useQuery({
    ...bookingsClient.get.queryOptions({ input }),
    staleTime: 0,
    gcTime: 2_000,
    refetchOnWindowFocus: 'always',
    // Polls quickly at first, because the user may have just left the checkout. A hidden tab gets no live
    // events, so it polls in the background. Polling also detects the end of the hold if events fail.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'pending') return false
      if (isHidden) return state.dataUpdateCount < BEHIND_TIMES ? ASK_SOON_MS : ASK_BEHIND_MS
      return state.dataUpdateCount < SOON_TIMES ? ASK_SOON_MS : ASK_AGAIN_MS
    },
    retry: (count, error) => count < 3 && readProblem(error).code === 'offline',
  })
  useLive([`booking:${bookingId}`], () => void query.refetch())
  usePaymentTabs(bookingId, () => void query.refetch())
  const isSettled = query.data !== undefined && query.data.status !== 'pending'
  useEffect(() => {
    if (isSettled) notifyPaymentTabs(bookingId)
  }, [isSettled, bookingId])
  const isBooked = query.data?.status === 'confirmed' || query.data?.status === 'completed'
  const receipt = query.data?.receipt ?? bookingId
  useEffect(() => {
    // The checkout was in another tab, or there was none. Going back from the receipt does not return to waiting.
    if (isBooked)
      void navigate({ to: '/payment-confirmation', search: { session_id: receipt }, replace: true })
  }, [isBooked, receipt, navigate])

  if (query.data)
    return query.data.status === 'pending' ? (
      <Waiting lesson={query.data} onDone={() => onDone({ keepTime: false, note: query.data.note })} />
    ) : (
      <BookingOutcomeNote
        lesson={query.data}
        onDone={() => onDone({ keepTime: !isBooked, note: isBooked ? null : query.data.note })}
      />
    )
  if (query.isError)
    return (
      <Alert
        tone="warning"
        title="We can't show this booking here"
        action={
          <Button size="sm" onClick={() => onDone({ keepTime: true })}>
            Choose a time
          </Button>
        }
      >
        {readProblem(query.error).message ?? 'The server did not answer. Your booking is not affected.'}
      </Alert>
    )
  return (
    <div className="flex flex-col gap-4">
      <span className="sr-only" role="status">
        Looking up your booking
      </span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}

/** Whether this tab is hidden. */
const useIsHidden = () =>
  useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'hidden',
    () => false,
  )

function Waiting({ lesson, onDone }: { lesson: ListedLesson; onDone: () => void }) {
  const lessons = lesson.series?.lessons ?? 1
  const now = useNow()
  const isPhone = useMediaQuery('(max-width: 767px)')
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const until = lesson.holdExpiresAt ? Date.parse(lesson.holdExpiresAt) : 0
  const isOver = now !== null && now >= until

  async function release() {
    setLeaving(true)
    try {
      const { outcome } = await checkoutClient.release.call({ bookingId: lesson.id })
      if (outcome === 'freed') return onDone()
    } catch (error) {
      if (readProblem(error).code !== 'no_such_booking')
        toast.error('The time is still held for you', 'We could not reach the server. Please try again.')
    } finally {
      setLeaving(false)
    }
    // The lesson was paid or has ended in the meantime: reload its state.
    await queryClient.invalidateQueries({ queryKey: bookingsClient.get.key() })
  }

  const priceCents = lesson.priceCents * lessons
  const giftCents = priceCents - (lesson.toPayCents ?? priceCents)
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-title focus-visible:outline-none">
          Waiting for your payment
        </h2>
        <p className="mt-1.5 text-[0.9375rem] text-muted">
          {isPhone
            ? 'Go to the checkout to pay. This page updates once you have paid.'
            : 'The checkout is open in another tab. Pay there; this page updates once you have paid.'}
        </p>
      </div>
      <p className="rounded-control bg-yellow-soft px-4 py-3 text-yellow" role="timer">
        {isOver ? (
          'The payment time has expired. We are checking for your payment.'
        ) : (
          <>
            Reserved for{' '}
            <span className="tabular font-semibold">
              {now === null ? '15 minutes' : formatTimeLeft(until, now)}
            </span>
          </>
        )}
      </p>
      <BookingSummary
        coachLabel={lessons > 1 ? `${lesson.coach.label}, ${lessons} weekly lessons` : lesson.coach.label}
        start={lesson.start}
        durationMinutes={lesson.durationMinutes}
        zone={lesson.zone}
        priceCents={priceCents}
        place={lesson.location.name}
      />
      {giftCents > 0 ? (
        <p className="text-[0.9375rem] text-muted">
          Your gift card pays {formatMoney(giftCents)}. You pay {formatMoney(priceCents - giftCents)} at the
          checkout.
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        {lesson.checkoutUrl && !isOver ? (
          <LinkButton href={lesson.checkoutUrl} variant="primary" size="lg" className="w-full">
            Go to the checkout
          </LinkButton>
        ) : null}
        <Button variant="ghost" loading={leaving} onClick={release} className="w-full">
          {lessons > 1 ? 'Cancel and release these times' : 'Cancel and release this time'}
        </Button>
      </div>
    </div>
  )
}
