import { useRef, useState } from 'react'
import type { OpenSlot } from '#features/availability/slot-choice.ts'
import { deadlinesFor, packageTermsInDates } from '#features/bookings/cancellation/cancellation.ts'
import type { IntakeAnswers } from '#features/bookings/components/intake-questions.tsx'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { PlayerChoice } from '#features/golfers/components/who-plays.tsx'
import { proposalsClient } from '#features/proposals/client.ts'
import { MAYBE_BOOKED, useCreditBooking } from '#features/proposals/components/use-proposals.ts'
import { afterEndText, lessonsLeftText } from '#features/proposals/packages/package.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
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

/** A request whose answer was lost. */
interface LostRequest {
  /** The chosen time, as in the URL. */
  time: string
  slot: OpenSlot
  /** Sends it with the same key. @returns the booking's id */
  request: () => Promise<string | undefined>
}

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
  onSent,
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
  /** The time that is being booked, and may be booked when the answer was lost; null after a refusal. */
  onSent: (time: string | null) => void
  /** Deletes the drafts of both once the lesson is booked. */
  onBooked: () => void
  /** The open times; null while the times of another choice are still shown. */
  list: OpenTimes | null
  /** Whether the open times are being fetched. */
  isLoading: boolean
  onReload: () => void
}) {
  const booking = useCreditBooking()
  const attempt = useRef({ of: '', key: '' })
  const [lost, setLost] = useState<LostRequest | null>(null)
  const now = useNow(60_000)
  // A request whose answer was lost can be sent again although its time may no longer be open.
  const kept = lost?.time === choice.time ? lost : null
  const shown = slot ?? kept?.slot
  const isAfter = slot ? afterEndText({ start: slot.start, zone }, credit) : null

  async function book() {
    if (kept && !slot) return await send(kept)
    if (choice.time && !list) {
      press.wait()
      return isLoading ? undefined : onReload()
    }
    if (choice.time && !slot) return onReload()
    if (!slot || !choice.time)
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
    const input = {
      packageId: credit.id,
      locationId,
      idempotencyKey: attempt.current.key,
      golferId,
      ...(note ? { note } : {}),
      answers,
    }
    const request = async () =>
      weekly
        ? (await proposalsClient.bookSeriesFromPackage.call({ ...input, starts: weekly.lesson.starts }))
            .bookingIds[0]
        : (await proposalsClient.bookFromPackage.call({ ...input, start: slot.start })).bookingId
    await send({ time: choice.time, slot, request })
  }

  async function send(sent: LostRequest) {
    onSent(sent.time)
    const outcome = await booking.book(sent.request)
    if (outcome.kind === 'busy') return
    setLost(outcome.kind === 'lost' ? sent : null)
    if (outcome.kind === 'refused') {
      onSent(null)
      return onReload()
    }
    if (outcome.kind !== 'booked') return
    onBooked()
    await onChoice({ booking: outcome.booked })
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
          slot={shown}
          zone={zone}
          placeName={placeName}
        >
          <p className="text-sm text-muted">
            From {credit.title}: {lessonsLeftText(credit.left, credit.lessons)}
          </p>
          {shown ? (
            <InstantTerms text={packageTermsInDates(deadlinesFor(credit.policy, shown.start), now, zone)} />
          ) : null}
        </InstantPrice>
      }
    >
      {isAfter ? (
        <Alert tone="warning">{isAfter} Choose an earlier time, or pay for this lesson.</Alert>
      ) : null}
      {kept && !booking.busy ? <Alert tone="warning">{MAYBE_BOOKED}</Alert> : null}
      <Button
        variant={shown && !isAfter ? 'primary' : 'secondary'}
        size="lg"
        loading={booking.busy || press.isWaiting}
        aria-disabled={isAfter !== null}
        onClick={() => (isAfter ? undefined : void book())}
        className="w-full"
      >
        {look === 'dialog' ? 'Continue to Booking' : 'Confirm Booking'}
      </Button>
    </InstantBar>
  )
}
