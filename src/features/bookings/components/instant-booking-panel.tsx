import { lazy, Suspense } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { OpenSlots, SlotsRequest } from '#features/availability/components/use-open-slots.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import type { LessonChoice } from '../choice/schema.ts'
import { usePackageContext } from '../package/components/use-package-context.ts'
import type { PackageContext } from '../package/package.ts'
import { BookingWaiting } from './booking-waiting.tsx'
import { InstantPicker } from './instant-picker.tsx'

export type InstantBookingPanelProps = {
  coach: CoachProfile
  me: Me | null
  /** What is chosen so far, as it stands in the address. */
  choice: LessonChoice
  /** Writes into the address; what is undefined is taken out. */
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
  /** The lesson agreed upon that is to be booked, and the way back to the usual ones. */
  agreed?: PackageContext
  onForgetAgreed?: () => void
  /** Open times that came with the page. */
  rendered: { request: SlotsRequest; slots: OpenSlots } | null
}

/** Only for students who bought one: nobody else waits for its code. */
const PackageList = lazy(async () => ({
  default: (await import('#features/proposals/components/package-list.tsx')).PackageList,
}))

/** Date, length, place, time, price, confirm; then the wait for the payment, which survives a reload. */
export function InstantBookingPanel(props: InstantBookingPanelProps) {
  const { choice, onChoice, coach } = props
  const { agreed, forget } = usePackageContext()
  if (choice.booking)
    return (
      <BookingWaiting
        bookingId={choice.booking}
        onDone={({ keepTime }) =>
          void onChoice({ booking: undefined, ...(keepTime ? {} : { time: undefined }) })
        }
      />
    )
  if (!agreed)
    return (
      <>
        {props.me?.role === 'student' ? (
          <Suspense>
            <PackageList userId={props.me.userId} as="student" withId={coach.id} className="mb-6" />
          </Suspense>
        ) : null}
        <InstantPicker {...props} />
      </>
    )
  return (
    <InstantPicker
      {...props}
      key={agreed.conversationId}
      coach={{ ...coach, durations: [agreed.durationMinutes] }}
      agreed={agreed}
      onForgetAgreed={forget}
    />
  )
}
