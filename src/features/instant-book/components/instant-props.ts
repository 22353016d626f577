import type { Me } from '#features/accounts/schema.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import type { AgreedLessonContext } from '#features/checkout/agreed-lesson.ts'
import type { SlotsRequest } from '#features/checkout/components/use-open-slots.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'

/** What the booking panel and its steps are given. */
export type InstantBookingPanelProps = {
  coach: CoachProfile
  me: Me | null
  /** On a page, or in a dialog over one. */
  look?: 'panel' | 'dialog'
  /** What is chosen so far, as it stands in the address. */
  choice: LessonChoice
  /** Writes into the address; what is undefined is taken out. */
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
  /** The lesson agreed upon that is to be booked, and the way back to the usual ones. */
  agreed?: AgreedLessonContext
  onForgetAgreed?: () => void
  /** Open times that came with the page. */
  rendered: { request: SlotsRequest; slots: OpenTimes } | null
}
