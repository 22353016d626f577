import { useRef } from 'react'
import type { OpenSlot } from '#features/availability/slot-choice.ts'
import { deadlinesFor, packageTermsInDates } from '#features/bookings/cancellation/cancellation.ts'
import type { IntakeAnswers } from '#features/bookings/components/intake-questions.tsx'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { PlayerChoice } from '#features/golfers/components/who-plays.tsx'
import { proposalsClient } from '#features/proposals/client.ts'
import { useProposalStep } from '#features/proposals/components/use-proposals.ts'
import { lessonsLeftText } from '#features/proposals/packages/package.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { dateIn, formatDate, formatDay } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { InstantBar } from './instant-bar.tsx'
import { InstantPrice } from './instant-price.tsx'
import type { InstantBookingPanelProps } from './instant-props.ts'
import { InstantTerms } from './instant-terms.tsx'
import { chosenTimeState, useWaitingPress } from './use-waiting-press.ts'
import type { WeeklyChoice } from './weekly-choice.ts'

/** Takes the lesson from a package that is paid already: nothing is charged, and it is booked at once. */
export function InstantUseCredit({
  coach,
  choice,
  onChoice,
  credit,
  slot,
  zone,
  locationId,
  placeName,
  weekly,
  onReload,
  note,
  readAnswers,
  readPlayer,
  onBooked,
  list,
  isLoading,
  look,
}: InstantBookingPanelProps & {
  credit: LessonPackage
  /** Undefined while no open time is chosen. */
  slot: OpenSlot | undefined
  zone: string
  locationId: string | undefined
  placeName: string | undefined
  /** Weekly lessons in place of one; null for one lesson. */
  weekly: WeeklyChoice | null
  /** The note to the coach. */
  note: string
  /** The answers to the coach's questions; null when a required one is missing. */
  readAnswers: IntakeAnswers['read']
  /** The golfer to book for; null for the user; false when a new one could not be added, which is shown. */
  readPlayer: PlayerChoice['resolve']
  /** Deletes the drafts of both once the lesson is booked. */
  onBooked: () => void
  /** The open times; null while the times of another choice are still shown. */
  list: OpenTimes | null
  /** Whether the open times are being fetched. */
  isLoading: boolean
  onReload: () => void
}) {
  const { busy, run } = useProposalStep('Not booked')
  const attempt = useRef({ of: '', key: '' })
  const now = useNow(60_000)
  const isAfter = slot !== undefined && Date.parse(slot.start) > Date.parse(credit.expiresAt)

  async function book() {
    if (choice.time && !list) {
      press.wait()
      return isLoading ? undefined : onReload()
    }
    if (choice.time && !slot) return onReload()
    if (!slot)
      return look === 'dialog'
        ? toast.error('Please select date and time')
        : toast.error('Missing Information', 'Please select both a date and time slot')
    const answers = readAnswers()
    if (!answers) return
    const golferId = await readPlayer()
    if (golferId === false) return
    // The same time tried again after a lost answer is the same booking.
    if (weekly?.problem) return toast.error('Not booked yet', weekly.problem)
    const of = (weekly?.lesson.starts ?? [slot.start]).join()
    if (attempt.current.of !== of) attempt.current = { of, key: uuidV4() }
    let bookingId: string | undefined
    await run('book', async () => {
      const input = {
        packageId: credit.id,
        locationId,
        idempotencyKey: attempt.current.key,
        golferId,
        ...(note ? { note } : {}),
        answers,
      }
      bookingId = weekly
        ? (await proposalsClient.bookSeriesFromPackage.call({ ...input, starts: weekly.lesson.starts }))
            .bookingIds[0]
        : (await proposalsClient.bookFromPackage.call({ ...input, start: slot.start })).bookingId
    })
    if (bookingId) {
      onBooked()
      await onChoice({ booking: bookingId })
    } else onReload()
  }

  const state = chosenTimeState(list, slot, choice, isLoading)
  const press = useWaitingPress(state, choice, () => void book())

  return (
    <InstantBar
      summary={
        <InstantPrice
          coachLabel={coach.label}
          title={weekly?.title}
          durationMinutes={credit.durationMinutes}
          price="Paid"
          slot={slot}
          zone={zone}
          placeName={placeName}
        >
          <p className="text-sm text-muted">
            From {credit.title}: {lessonsLeftText(credit.left, credit.lessons)}
          </p>
          {slot ? (
            <InstantTerms text={packageTermsInDates(deadlinesFor(credit.policy, slot.start), now, zone)} />
          ) : null}
        </InstantPrice>
      }
    >
      {isAfter ? (
        <Alert tone="warning">
          {formatDay(slot.start, zone)} is after your package ends on{' '}
          {formatDate(dateIn(credit.expiresAt, credit.zone))}. Choose an earlier time, or pay for this lesson.
        </Alert>
      ) : null}
      <Button
        variant={slot && !isAfter ? 'primary' : 'secondary'}
        size="lg"
        loading={busy !== null || press.isWaiting}
        aria-disabled={isAfter}
        onClick={() => (isAfter ? undefined : void book())}
        className="w-full"
      >
        {look === 'dialog' ? 'Continue to Booking' : 'Confirm Booking'}
      </Button>
    </InstantBar>
  )
}
