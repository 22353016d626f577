import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me } from '#features/accounts/schema.ts'
import { findSlot } from '#features/availability/slot-choice.ts'
import type { IntakeAnswers } from '#features/bookings/components/intake-questions.tsx'
import { whyNotBookable } from '#features/bookings/lesson-choice.ts'
import type { QuoteState } from '#features/checkout/components/use-quote.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import type { PlayerChoice } from '#features/golfers/components/who-plays.tsx'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import type { RequestedTime } from '#features/messages/requested-time.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { pushToDataLayer } from '#platform/data-layer.ts'
import { useEarlyPress } from '#platform/early-press.ts'
import { useNow } from '#platform/use-now.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import { type AttemptPlace, type BookingAttempt, type ChangedTerm, changedTitles } from './booking-attempt.ts'
import { type CheckoutTab, openCheckoutTab } from './booking-checkout-tab.ts'
import { BookingSummary } from './booking-summary.tsx'
import { useGoAndSignIn } from './go-and-sign-in.ts'
import { InstantBar } from './instant-bar.tsx'
import { InstantPrice } from './instant-price.tsx'
import type { InstantBookingPanelProps } from './instant-props.ts'
import { InstantTerms } from './instant-terms.tsx'
import { chosenTimeState, useWaitingPress } from './use-waiting-press.ts'
import type { WeeklyChoice } from './weekly-choice.ts'

export type InstantConfirmProps = InstantBookingPanelProps & {
  attempt: BookingAttempt
  /** Shown instead of the lesson when its time was taken while the user fills in the form. */
  taken: ReactNode
  /** Null while the open times are loading. */
  list: OpenTimes | null
  /** Whether the open times are being fetched. */
  isLoading: boolean
  locationId: string | undefined
  durationMinutes: number
  deal: QuoteState
  placeName: string | undefined
  /** Weekly lessons in place of one; null for one lesson. */
  weekly: WeeklyChoice | null
  /** How much of the price the student's gift cards pay, in cents. */
  giftCents: number
  onGift: (cents: number) => void
  /** The note to the coach. */
  note: string
  /** The answers to the coach's questions; null when a required one, or something about who plays, is missing. */
  readAnswers: IntakeAnswers['read']
  /** The golfer to book for; null for the user; false when a new one could not be added, which is shown. */
  readPlayer: PlayerChoice['resolve']
  /** Deletes the drafts of both once the lesson is held. */
  onBooked: () => void
  /** Reloads the open times. */
  onReload: () => void
}

/** Loaded lazily: a price or terms rarely change while a student books. */
const InstantChanged = lazyPart(() => import('./instant-changed.tsx'), 'InstantChanged')

/** Loaded with its data when the terms are shown: few coaches have a rule. */
const RainRuleLine = lazyPart(
  () => import('#features/rain-checks/components/rain-rule-line.tsx'),
  'RainRuleLine',
)

/** Loaded lazily: only students can have gift cards. */
const UseGiftCard = lazyPart(() => import('#features/gift-cards/components/use-gift-card.tsx'), 'UseGiftCard')

/** Loaded lazily: only visitors need it, and only after they have chosen a time. */
const BookingAccountDialog = lazyPart(() => import('./booking-account-dialog.tsx'), 'BookingAccountDialog')

/** Price, terms and the booking button. In a dialog, the button and the error messages have other texts. */
export function InstantConfirm(props: InstantConfirmProps) {
  const { attempt, coach, me, choice, list, taken, locationId, durationMinutes, deal, placeName, weekly } =
    props
  const { giftCents } = props
  const inDialog = props.look === 'dialog'
  const box = useRef<HTMLDivElement>(null)
  const onSignedIn = useOnSignedIn()
  const goAndSignIn = useGoAndSignIn(coach.id)
  const tab = useRef<CheckoutTab | null>(null)
  const [dialog, setDialog] = useState(false)
  const [changed, setChanged] = useState<{ what: ChangedTerm; isAsking: boolean } | null>(null)
  const isDemo = list?.isDemoBooking ?? false
  const slot = list && choice.time ? findSlot(list, choice.time) : undefined
  // A package can be bought without a time, with the button above.
  const mayUseGift = me?.role === 'student' && !isDemo && (slot !== undefined || !deal.named.package)
  // The chosen time stays visible while it is held, although it is no longer in the list of open times.
  const shownStart = useLast(slot?.start)
  const now = useNow(60_000)
  const zone = list?.zone ?? coach.zone
  const terms = weekly?.terms ?? deal.termsOf(slot?.start ?? shownStart, zone, now)

  const openTab = () => {
    tab.current = isDemo ? noTab : slot ? openCheckoutTab() : null
  }
  const closeTab = () => tab.current?.close()

  async function book(place: AttemptPlace) {
    const answers = props.readAnswers()
    if (!slot || !tab.current) return
    if (!answers) return closeTab()
    const golferId = await props.readPlayer()
    if (golferId === false) return closeTab()
    setChanged(null)
    const outcome = await attempt.book(
      {
        instructorId: coach.id,
        locationId,
        start: slot.start,
        durationMinutes,
        expectedPriceCents: deal.priceCents,
        expectedPolicy: deal.policy,
        ...deal.named,
        golferId,
        ...(mayUseGift && giftCents ? { giftCents } : {}),
        ...(props.note ? { note: props.note } : {}),
        answers,
        ...weekly?.lesson,
      },
      tab.current,
      async (bookingId) => {
        props.onBooked()
        await props.onChoice({ booking: bookingId })
      },
      isDemo ? 'demo' : place,
    )
    if (outcome?.kind === 'taken' || outcome?.kind === 'asked') props.onReload()
    if (outcome?.kind === 'no_discount') {
      deal.exit.forget()
      deal.code.remove()
    }
    if (outcome?.kind === 'changed') {
      const { what } = outcome
      setChanged({ what, isAsking: true })
      // Signing in re-renders the page and unmounts this component.
      if (!me) toast.error(changedTitles[what], CONFIRM_AGAIN)
      await Promise.all([deal.reload(), what === 'package' ? props.onPackageChanged?.() : null])
      setChanged({ what, isAsking: false })
    }
    if (outcome?.kind === 'signed_out') await goAndSignIn()
  }

  function confirm() {
    if (attempt.isBusy()) return
    trackCoachEvent(coach.id, 'booking_click')
    if (choice.time && !list) {
      press.wait()
      return props.isLoading ? undefined : props.onReload()
    }
    if (!slot)
      return inDialog
        ? toast.error('Please select date and time')
        : toast.error('Missing Information', 'Please select both a date and time slot')
    if (!props.readAnswers()) return
    if (weekly?.problem) return toast.error('Not booked yet', weekly.problem)
    if (!me) return setDialog(true)
    openTab()
    void book(inDialog ? 'dialog' : 'panel')
  }

  const state = chosenTimeState(list, slot, choice, props.isLoading)
  const press = useWaitingPress(state, choice, confirm)
  // The button was pressed before hydration.
  useEarlyPress(box, press.waitFromStart)

  async function goOnAs(person: Me, account: { isNew: boolean }) {
    if (account.isNew)
      pushToDataLayer({ event: 'student_signup', user_type: 'student', signup_method: 'instant_book' })
    if (person.role === 'student') await book('dialog')
    else closeTab()
    // The dialog stays until the page is rendered for the new user: what is pressed behind it before would be lost.
    await onSignedIn(person)
    setDialog(false)
  }

  const obstacle = me ? whyNotBookable(me, coach) : null
  return (
    <InstantBar
      summary={
        <InstantPrice
          coachLabel={coach.label}
          title={weekly?.title ?? deal.title}
          durationMinutes={durationMinutes}
          price={weekly ?? deal}
          slot={slot}
          zone={zone}
          placeName={placeName}
        >
          {slot || deal.title ? <InstantTerms text={terms} /> : null}
          {slot ? (
            <Suspense>
              <RainRuleLine coachId={coach.id} look="terms" />
            </Suspense>
          ) : null}
        </InstantPrice>
      }
    >
      {mayUseGift && (weekly ?? deal).priceCents > 0 ? (
        <Suspense>
          <UseGiftCard
            priceCents={(weekly ?? deal).priceCents}
            what={weekly ? 'the lessons' : deal.named.package ? 'the package' : 'the lesson'}
            onPart={props.onGift}
          />
        </Suspense>
      ) : null}
      {changed ? (
        <Suspense>
          <InstantChanged {...changed} priceCents={(weekly ?? deal).priceCents} terms={terms} />
        </Suspense>
      ) : null}
      {obstacle ? (
        <Alert tone="info">{obstacle}</Alert>
      ) : list && !list.mayBook ? (
        <InstantRequest
          coach={coach}
          request={slot && { time: slot.start, duration: durationMinutes, place: locationId }}
        />
      ) : (
        <div ref={box} data-early className="flex">
          <Button
            variant={slot || attempt.isBooking ? 'primary' : 'secondary'}
            size="lg"
            loading={attempt.isBooking || (press.isWaiting && !list)}
            onClick={confirm}
            className="w-full"
          >
            {inDialog ? 'Continue to Booking' : 'Confirm Booking'}
          </Button>
        </div>
      )}
      {shownStart && (dialog || !me) ? (
        <Suspense>
          <BookingAccountDialog
            open={dialog}
            onOpenChange={setDialog}
            title="Complete Your Booking"
            description="One account for all your lessons, then the payment."
            summary={
              taken ?? (
                <BookingSummary
                  coachLabel={weekly ? `${coach.label}, ${weekly.title}` : coach.label}
                  start={shownStart}
                  durationMinutes={durationMinutes}
                  zone={zone}
                  priceCents={(weekly ?? deal).priceCents}
                  listPriceCents={(weekly ?? deal).listPriceCents}
                  place={placeName}
                  terms={terms}
                />
              )
            }
            submitLabel="Continue to Payment"
            continuingLabel="Opening the checkout..."
            signInLabel="Sign in and continue"
            createdText="Proceeding with your booking..."
            onSending={openTab}
            onFailed={closeTab}
            onEntered={goOnAs}
          />
        </Suspense>
      ) : null}
    </InstantBar>
  )
}

const CONFIRM_AGAIN = 'Please look at it and confirm again.'

/** A demo booking has no checkout. */
const noTab: CheckoutTab = { isSeparate: false, go: () => undefined, close: () => undefined }

function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** A coach who lets people book only on request, and a viewer who has not been let in. */
function InstantRequest({
  coach,
  request,
}: {
  coach: CoachProfile
  /** The time chosen, which goes into the message. */
  request: RequestedTime | undefined
}) {
  return (
    <>
      <MessageCoach
        coach={coach}
        request={request}
        className={buttonClass({ variant: 'primary', size: 'lg' }, 'w-full')}
      >
        Message to request a time
      </MessageCoach>
      <p className="-mt-1 text-center text-sm text-muted">
        {coach.label} books by request. {request ? 'Your message names the time you chose.' : null}
      </p>
    </>
  )
}
