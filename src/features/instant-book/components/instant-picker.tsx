import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { type DatedSlot, findSlot, withSlot } from '#features/availability/slot-choice.ts'
import type { IntakeAnswers } from '#features/bookings/components/intake-questions.tsx'
import { SlotTakenNote } from '#features/bookings/components/slot-taken-note.tsx'
import { settleChoice, whyNotBookable } from '#features/bookings/lesson-choice.ts'
import { isSinglePrivateLesson } from '#features/bookings/lesson-kinds.ts'
import { AskForTimeButton } from '#features/cancellation-list/components/ask-for-time-button.tsx'
import { useOpenSlots } from '#features/checkout/components/use-open-slots.ts'
import { type QuoteState, useQuote } from '#features/checkout/components/use-quote.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { readLastGolfer } from '#features/golfers/components/last-golfer.ts'
import type { PlayerChoice } from '#features/golfers/components/who-plays.tsx'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn } from '#platform/time.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useBookingAttempt } from './booking-attempt.ts'
import { InstantConfirm } from './instant-confirm.tsx'
import { InstantDiscounts } from './instant-discounts.tsx'
import { InstantDuration } from './instant-duration.tsx'
import { bookingNoteDraft, InstantNote } from './instant-note.tsx'
import { InstantPlace } from './instant-place.tsx'
import type { InstantBookingPanelProps } from './instant-props.ts'
import { InstantSoonest } from './instant-soonest.tsx'
import { InstantWho } from './instant-who.tsx'
import type { WeeklyChoice } from './weekly-choice.ts'

/** Loaded lazily: only students who agreed on a lesson with the coach need it. */
const InstantAgreed = lazyPart(() => import('./instant-agreed.tsx'), 'InstantAgreed')

/** Loaded lazily: most coaches ask nothing. */
const IntakeQuestions = lazyPart(
  () => import('#features/bookings/components/intake-questions.tsx'),
  'IntakeQuestions',
)

/** Loaded lazily: only students with a package need it. */
const InstantUseCredit = lazyPart(() => import('./instant-use-credit.tsx'), 'InstantUseCredit')

/** Loaded lazily: most coaches have open times. */
const InstantNoOpenings = lazyPart(() => import('./instant-no-openings.tsx'), 'InstantNoOpenings')

/** Loaded lazily: once a time is chosen. */
const InstantWeekly = lazyPart(() => import('./instant-weekly.tsx'), 'InstantWeekly')

/**
 * Every choice before a lesson is paid for.
 * @param props.profile the coach with the lengths of private lessons
 * @param props.credit the package to take the lesson from, in which case nothing is paid
 * @param props.onSent called with the package when a lesson of it is requested, and with null when the request is refused
 * @param props.payWith the payment options, shown at the top; `hasTimes` is whether a time can be booked below, where the terms of the deal are shown
 */
export function InstantPicker(
  props: InstantBookingPanelProps & {
    profile: CoachProfile
    credit?: LessonPackage | null
    onSent?: (credit: LessonPackage | null) => void
    payWith?: (deal: QuoteState, hasTimes: boolean) => ReactNode
  },
) {
  const { coach, choice, onChoice, offer } = props
  const { locationId, durationMinutes, priceCents } = settleChoice(coach, choice)
  const conversationId = props.agreed?.conversationId
  const query = useOpenSlots(
    {
      instructorId: coach.id,
      locationId,
      durationMinutes,
      ...(conversationId ? { conversationId } : {}),
      ...(offer ? { packageOfferId: offer.id } : {}),
    },
    props.rendered,
  )
  const busy = query.isPlaceholderData
  const place = coach.locations.find((location) => location.id === locationId)
  const attempt = useBookingAttempt()
  const seen = useSeenOpen(query.data, choice.time, busy)
  // A time that may be held by an attempt without an answer is no longer open, but no one else took it.
  const kept = !props.credit && seen?.start === attempt.unanswered ? seen : undefined
  const list = kept && query.data ? withSlot(query.data, kept) : query.data
  const [note, setNote, forgetNote] = useTabDraft(bookingNoteDraft(coach.id))
  const intake = useRef<IntakeAnswers>(null)
  const player = useRef<PlayerChoice>(null)
  const queryClient = useQueryClient()
  const [isOther, setOther] = useState(false)
  const readAnswers = () => {
    if (player.current?.check() === false) return null
    return intake.current ? intake.current.read() : []
  }
  const readPlayer = async () => {
    if (player.current) return await player.current.resolve()
    // The choice of who plays is still loading.
    return props.me?.role === 'student' ? await readLastGolfer(queryClient) : null
  }
  const onBooked = () => {
    forgetNote()
    intake.current?.forget()
  }
  const chosen = list && !busy && choice.time ? findSlot(list, choice.time) : undefined
  const [repeated, setRepeated] = useState<WeeklyChoice | null>(null)
  const weekly = repeated && repeated.of === chosen?.start ? repeated : null
  const deal = useQuote(coach, props.me, {
    locationId,
    durationMinutes,
    lessonType: props.lessonType,
    listPriceCents: offer?.priceCents ?? priceCents,
    conversationId,
    package: offer ? { offerId: offer.id, version: offer.version } : undefined,
    start: choice.time,
    mayOffer:
      !props.credit &&
      props.look !== 'dialog' &&
      list?.mayBook === true &&
      list.hasExitOffers &&
      choice.time !== undefined &&
      !weekly,
  })
  const [drawn, setDrawn] = useState<string | null>(null)
  const isSent = drawn !== null && drawn === choice.time
  // A time that is being drawn from a package here is no longer open, but no one else took it.
  const isGone = list !== undefined && isTimeGone(list, choice.time) && !busy && !isSent
  const taken =
    list && choice.time && isGone ? (
      <SlotTakenNote
        list={list}
        start={choice.time}
        wasOpen={seen !== undefined}
        onChoose={(slot) => void onChoice({ date: slot.date, time: slot.start })}
      />
    ) : null

  const inDialog = props.look === 'dialog'
  const isDemo = list?.isDemoBooking ?? false
  const hasBar = (isSent || !(list && !list.firstBookableDate)) && !deal.agreedProblem
  const mayPay = !(props.me && whyNotBookable(props.me, coach)) && list?.mayBook !== false
  // A lesson of a package is booked without instant booking, too.
  const mayBook = hasBar && (mayPay || Boolean(props.credit))
  const [giftCents, setGiftCents] = useState(0)
  const isCovered = giftCents > 0 && giftCents === (weekly ?? deal).priceCents
  // The cancellation list of a coach is for these lessons only.
  const mayAsk = isSinglePrivateLesson(props.profile, {
    lessonType: props.credit?.lessonType ?? offer?.lessonType ?? props.lessonType,
    durationMinutes,
  })
  const mayRepeat = mayBook && !isDemo && !props.agreed && !offer
  return (
    <div className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className={inDialog ? 'text-xl' : 'text-title'}>
          {inDialog ? 'Select Your Lesson Time' : 'Book a lesson'}
        </h2>
        <p>
          <span className="tabular font-semibold">{formatMoney(coach.hourlyRateCents)}</span>
          <span className="text-muted"> an hour</span>
        </p>
      </div>
      {props.agreed ? (
        <Suspense>
          <InstantAgreed agreed={props.agreed} deal={deal} onForget={props.onForgetAgreed} />
        </Suspense>
      ) : null}
      {/* For a link to a time that is no longer open: shown first. */}
      {taken && !seen ? <div className="mt-5">{taken}</div> : null}
      {/* Not in the bar below, which would leave little room for the times on a phone. */}
      {list?.isPaused && !list.mayBook && !props.credit ? (
        <Alert tone="info" className="mt-5">
          {`${coach.label}’s calendar can’t be checked right now, so instant booking is off. Request a time, and the coach will confirm it.`}
        </Alert>
      ) : null}
      {list && !inDialog && !props.agreed ? (
        <InstantSoonest
          list={list}
          chosen={choice.time}
          onChoose={({ date, start }) => void onChoice({ date, time: start })}
        />
      ) : null}
      {props.payWith?.(deal, hasBar)}
      <div className="mt-4 grid gap-5 empty:hidden @[40rem]:auto-cols-fr @[40rem]:grid-flow-col @[40rem]:gap-x-8">
        {/* A package determines the duration itself. */}
        {props.credit || offer ? null : (
          <InstantDuration
            durations={coach.durations}
            value={durationMinutes}
            onChange={(duration) => void onChoice({ duration })}
          />
        )}
        <InstantPlace
          places={coach.locations}
          value={locationId}
          onChange={(place) => void onChoice({ place, time: undefined })}
        />
      </div>
      <div className="mt-5">
        <SlotPicker
          look="panel"
          query={{ data: list, isError: query.isError, isPlaceholderData: busy, refetch: query.refetch }}
          date={list ? chosenDate(list, choice) : null}
          onDate={(date) => void onChoice({ date, time: undefined })}
          chosen={choice.time ?? null}
          onChoose={({ date, start }) => void onChoice({ date, time: start })}
          notice={seen ? taken : null}
          emptyDay={(date) =>
            mayPay && mayAsk && !isDemo && list ? (
              <div className="mt-3">
                <AskForTimeButton
                  coach={coach}
                  durationMinutes={durationMinutes}
                  first={list.bookable.first}
                  date={date}
                  isSignedIn={props.me !== null}
                />
              </div>
            ) : null
          }
          none={
            list ? (
              <Suspense>
                <InstantNoOpenings
                  isSignedIn={props.me !== null}
                  coach={coach}
                  list={list}
                  durationMinutes={durationMinutes}
                  mayAsk={mayAsk}
                  onChoice={onChoice}
                />
              </Suspense>
            ) : null
          }
        >
          {mayBook ? (
            <>
              {list?.questions.length ? (
                <Suspense>
                  <IntakeQuestions
                    ref={intake}
                    coachId={coach.id}
                    coachLabel={coach.label}
                    questions={isOther ? list.questions.map(withoutLast) : list.questions}
                  />
                </Suspense>
              ) : null}
              <InstantWho ref={player} isSignedIn={props.me !== null} onOther={setOther} />
              <InstantNote coachLabel={coach.label} note={note} onNote={setNote} />
            </>
          ) : null}
          {mayRepeat && chosen ? (
            // Keeps the booking button, which may be pressed meanwhile, where it is.
            <Suspense
              fallback={
                <span className="invisible self-start text-link text-[0.9375rem]">Repeat weekly</span>
              }
            >
              <InstantWeekly
                coachId={coach.id}
                locationId={locationId}
                durationMinutes={durationMinutes}
                lessonType={props.lessonType}
                slot={chosen}
                zone={list?.zone ?? coach.zone}
                credit={props.credit ?? null}
                loadedAt={query.dataUpdatedAt}
                isKept={kept !== undefined}
                onWeekly={setRepeated}
              />
            </Suspense>
          ) : null}
          {!hasBar || props.credit || !mayPay ? null : (
            <>
              {isDemo || weekly ? null : <InstantDiscounts deal={deal} coachLabel={coach.label} />}
              <p className="text-sm text-muted">
                {isDemo
                  ? 'This is a demo: the lesson is booked right away, and no card is charged.'
                  : isCovered
                    ? 'Your gift card pays everything. The booking is confirmed right away, and no card is charged.'
                    : 'Nothing is charged yet. The time is held for 15 minutes while you pay.'}
              </p>
            </>
          )}
        </SlotPicker>
      </div>
      {!hasBar ? null : props.credit ? (
        <Suspense fallback={null}>
          <InstantUseCredit
            {...props}
            credit={props.credit}
            slot={chosen}
            zone={list?.zone ?? coach.zone}
            locationId={locationId}
            placeName={place?.name}
            list={list && !busy ? list : null}
            isLoading={query.isFetching}
            weekly={weekly}
            note={note}
            readAnswers={readAnswers}
            readPlayer={readPlayer}
            onSent={(time) => {
              setDrawn(time)
              props.onSent?.(time ? (props.credit ?? null) : null)
            }}
            onBooked={onBooked}
            onReload={() => void query.refetch()}
          />
        </Suspense>
      ) : (
        <InstantConfirm
          {...props}
          attempt={attempt}
          taken={taken}
          list={list && !busy ? list : null}
          isLoading={query.isFetching}
          locationId={locationId}
          durationMinutes={durationMinutes}
          deal={deal}
          placeName={place?.name}
          weekly={weekly}
          giftCents={giftCents}
          onGift={setGiftCents}
          note={note}
          readAnswers={readAnswers}
          readPlayer={readPlayer}
          onBooked={onBooked}
          onReload={() => void query.refetch()}
        />
      )}
    </div>
  )
}

/** Another golfer answers for the first time. */
const withoutLast = (question: OpenTimes['questions'][number]) => ({ ...question, lastAnswer: null })

const isTimeGone = (list: OpenTimes, time: string | undefined) =>
  time !== undefined && findSlot(list, time) === undefined

/**
 * The date in the URL, or that of the time in it, if the calendar shows it; otherwise the first with an open
 * time.
 */
function chosenDate(
  list: OpenTimes,
  choice: { date?: string | undefined; time?: string | undefined },
): string | null {
  const wanted = choice.date ?? (choice.time ? dateIn(choice.time, list.zone) : undefined)
  if (wanted && wanted >= list.bookable.first && wanted <= list.bookable.last) return wanted
  return list.firstBookableDate
}

/** The chosen time as this page showed it open; when it is not open now, it was taken meanwhile. Undefined when it never was. */
function useSeenOpen(
  list: OpenTimes | undefined,
  time: string | undefined,
  busy: boolean,
): DatedSlot | undefined {
  const [seen, setSeen] = useState<{ of: string; slot: DatedSlot } | null>(null)
  const of = list && time ? `${time} ${list.durationMinutes}` : ''
  const slot = list && time && !busy && of !== seen?.of ? findSlot(list, time) : undefined
  if (slot) setSeen({ of, slot })
  return of && of === seen?.of ? seen.slot : undefined
}
