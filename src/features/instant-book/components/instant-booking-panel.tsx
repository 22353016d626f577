import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { whyNotBookable } from '#features/bookings/lesson-choice.ts'
import { asKind, bookableKinds } from '#features/bookings/lesson-kinds.ts'
import { useAgreedLesson } from '#features/checkout/components/use-agreed-lesson.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { bookingNoteDraft } from './instant-note.tsx'
import { InstantOffers, kindPrice } from './instant-offers.tsx'
import { InstantPicker } from './instant-picker.tsx'
import type { InstantBookingPanelProps } from './instant-props.ts'
import { packageOffersOf } from './package-offers.ts'
import { BY_CARD, useStudentPackages } from './student-packages.ts'

/** Loaded lazily: it is needed once a time is held. */
const BookingWaiting = lazyPart(() => import('./booking-waiting.tsx'), 'BookingWaiting')

/** Loaded lazily: once a package is chosen. */
const BuyPackage = lazyPart(() => import('./buy-package.tsx'), 'BuyPackage')

/** Loaded lazily: only students with a package choose. */
const PayWith = lazyPart(() => import('./pay-with.tsx'), 'PayWith')

/** Date, length, place, time, price, confirm; then the wait for the payment, which survives a reload. */
export function InstantBookingPanel(props: InstantBookingPanelProps) {
  const { choice, onChoice, coach, me } = props
  const { agreed, forget } = useAgreedLesson()
  const packages = useStudentPackages(me, coach.id)
  const [, setNote] = useTabDraft(bookingNoteDraft(coach.id))
  const [payWith, setPayWith] = useState<string | null>(null)
  // A request without an answer can be sent again although its package may be used up.
  const [sent, setSent] = useState<LessonPackage | null>(null)
  const [linkedOffer] = useState(choice.package)
  const offers = useQuery(packageOffersOf(coach.id, linkedOffer))
  if (choice.booking)
    return (
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <BookingWaiting
          bookingId={choice.booking}
          onDone={({ keepTime, note }) => {
            setSent(null)
            // The next attempt starts with the note of this one.
            if (note) setNote(note)
            void onChoice({ booking: undefined, ...(keepTime ? {} : { time: undefined }) })
          }}
        />
      </Suspense>
    )
  if (agreed)
    return (
      <InstantPicker
        {...props}
        key={agreed.conversationId}
        coach={{ ...coach, durations: [agreed.durationMinutes] }}
        profile={coach}
        agreed={agreed}
        onForgetAgreed={forget}
      />
    )
  // What is paid already comes first, unless a lesson of another length or kind was asked for.
  const usual = packages.find(
    (one) =>
      (choice.duration ?? one.durationMinutes) === one.durationMinutes &&
      (choice.kind ?? one.lessonType) === one.lessonType,
  )
  const chosen = packages.find(({ id }) => id === payWith)
  const credit = sent ?? (payWith === BY_CARD || choice.package ? null : (chosen ?? usual ?? null))
  const payable = sent && !packages.some(({ id }) => id === sent.id) ? [...packages, sent] : packages
  const offer = offers.data?.find(({ id }) => id === choice.package) ?? null
  const kinds = bookableKinds(coach)
  const kind = kinds.some(({ type }) => type === choice.kind) ? choice.kind : undefined
  const offered = asKind(coach, kind)
  return (
    <InstantPicker
      {...props}
      coach={
        credit
          ? withinPackage(coach, credit)
          : offer
            ? { ...coach, durations: [offer.durationMinutes] }
            : offered
      }
      profile={coach}
      credit={credit}
      offer={offer}
      lessonType={credit || offer ? undefined : kind}
      onSent={setSent}
      onPackageChanged={offers.refetch}
      payWith={(deal, hasTimes) => (
        <>
          {payable.length === 0 ? null : (
            <Suspense>
              <PayWith
                packages={payable}
                value={credit?.id ?? BY_CARD}
                onChange={(id) => {
                  setSent(null)
                  setPayWith(id)
                  if (id !== BY_CARD && choice.package) void onChoice({ package: undefined })
                }}
                cardPrice={
                  offer
                    ? formatMoney(offer.priceCents)
                    : kindPrice({ ...offered, type: kind ?? 'individual' })
                }
              />
            </Suspense>
          )}
          {credit || !offers.data ? null : (
            <InstantOffers
              coach={coach}
              kinds={kinds}
              kind={kind}
              offers={offers.data}
              value={choice.package}
              onChange={(chosen) => void onChoice(chosen)}
            />
          )}
          {offer && !credit && !(me && whyNotBookable(me, coach)) ? (
            <Suspense>
              <BuyPackage
                coach={coach}
                me={me}
                offer={offer}
                policy={deal.policy}
                hasTimes={hasTimes}
                onChanged={() => Promise.all([offers.refetch(), deal.reload()])}
                onWithoutTime={choice.time ? () => void onChoice({ time: undefined }) : null}
              />
            </Suspense>
          ) : null}
        </>
      )}
    />
  )
}

/** The coach's offer as far as a package goes: its length, and its place where it names one. */
function withinPackage(coach: CoachProfile, { durationMinutes, locationId }: LessonPackage): CoachProfile {
  const places = coach.locations.filter(({ id }) => locationId === null || id === locationId)
  return {
    ...coach,
    durations: [durationMinutes],
    locations: places.length > 0 ? places : coach.locations,
  }
}
