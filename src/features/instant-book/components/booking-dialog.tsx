import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { uuidParam } from '#platform/search-params.ts'
import { useAddressLayer } from '#ui/address-layer.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NoHistoryStep } from '#ui/history-steps.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { InstantBookingPanel } from './instant-booking-panel.tsx'

/** Loaded lazily: only students who book a lesson again need it. */
const BookAgain = lazyPart(() => import('./book-again.tsx'), 'BookAgain')

/** Books with a coach without leaving the page: time, price, account where there is none, and the wait for the payment. */
export function BookingDialog({ instructorId, me }: { instructorId: string; me: Me | null }) {
  const layer = useAddressLayer('booking')
  const choice = useSearch({ strict: false, select: (search) => choiceIn({ ...search }) })
  const again = useSearch({
    strict: false,
    select: (search) => uuidParam(Reflect.get(search, BOOKING_AGAIN)),
  })
  const { data: coach, error } = useQuery(coachesClient.profile.queryOptions({ input: { instructorId } }))

  const close = useRef(() => {})
  close.current = () => layer.close([BOOKING_COACH, BOOKING_AGAIN, ...Object.values(bookingParameters)])
  const hasFailed = useRef(false)
  useEffect(() => {
    if (!error || coach || hasFailed.current) return
    hasFailed.current = true
    const isUnknown = ['no_such_coach', 'bad_input'].includes(readProblem(error).code)
    toast.error(
      isUnknown ? 'This instructor is not on the list' : 'The booking could not be opened',
      isUnknown ? 'The link may be out of date. Choose another instructor here.' : 'Please try again',
    )
    close.current()
  }, [error, coach])

  if (error && !coach) return null
  return (
    <NoHistoryStep value={true}>
      <Dialog
        open
        onOpenChange={() => close.current()}
        size="lg"
        title="Book a Lesson"
        description={
          coach ? (
            <>
              With{' '}
              <Anchor href={`/instructor/${coach.id}`} className="text-link">
                {coach.name}
              </Anchor>{' '}
              in {coach.location}
            </>
          ) : (
            'Looking up the open times'
          )
        }
        className="[--foot:1.5rem] [--pad:1.25rem] [--stick:-1.5rem] sm:[--pad:1.75rem]"
      >
        {coach && again && me && !choice.time && !choice.booking ? (
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <BookAgain
              bookingId={again}
              // Another time is chosen in the panel, which starts with the length and place of that lesson.
              onChoose={(choice) => layer.change({ ...inAddress(choice), [BOOKING_AGAIN]: undefined })}
              onHeld={(booking) => layer.change(inAddress({ booking }))}
            />
          </Suspense>
        ) : coach ? (
          <InstantBookingPanel
            coach={coach}
            me={me}
            look="dialog"
            choice={choice}
            onChoice={(change) => layer.change(inAddress(change))}
            rendered={null}
          />
        ) : (
          <Skeleton className="h-[32rem] w-full" />
        )}
      </Dialog>
    </NoHistoryStep>
  )
}

/** What the address says is chosen in the dialog. */
const choiceIn = (search: Record<string, unknown>) =>
  readLessonChoice(
    Object.fromEntries(
      Object.entries(bookingParameters).map(([name, parameter]) => [name, search[parameter]]),
    ),
  )

/** The coach's id in the address of any page opens the booking dialog. `book-coach.tsx` and the host, which every page begins with, name it themselves. */
const BOOKING_COACH = 'openBooking'

/** The student's lesson to repeat; `book-coach.tsx` names it itself, too. */
const BOOKING_AGAIN = 'bookingAgain'

/** What is chosen in the dialog: other names than on a profile, which may be the page below. */
const bookingParameters = {
  place: 'bookingPlace',
  kind: 'bookingKind',
  duration: 'bookingDuration',
  date: 'bookingDate',
  time: 'bookingTime',
  package: 'bookingPackage',
  booking: 'bookingHold',
} as const satisfies Record<keyof LessonChoice, string>

/** A choice under the names it has in the address; what is undefined is taken out of it. */
function inAddress(choice: Partial<LessonChoice>): Record<string, string | undefined> {
  const given = Object.entries(choice).map(([name, value]) => [
    bookingParameters[name as keyof LessonChoice],
    value === undefined ? undefined : String(value),
  ])
  return Object.fromEntries(given)
}
