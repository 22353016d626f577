import type { Me } from '#features/accounts/schema.ts'
import type { LessonChoice, OtherType } from '#features/bookings/lesson-choice-params.ts'
import type { AgreedLessonContext } from '#features/checkout/agreed-lesson.ts'
import type { SlotsRequest } from '#features/checkout/components/use-open-slots.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'

/** Props of the booking panel and its steps. */
export type InstantBookingPanelProps = {
  coach: CoachProfile
  me: Me | null
  /** On a page, or in a dialog. */
  look?: 'panel' | 'dialog'
  /** The choices so far, from the URL. */
  choice: LessonChoice
  /** Writes to the URL; removes parameters that are undefined. */
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
  /** The agreed lesson to be booked, and how to return to the usual lessons. */
  agreed?: AgreedLessonContext
  onForgetAgreed?: () => void
  /** The chosen kind of lesson; a private lesson when omitted. `coach` has its price and lengths. */
  lessonType?: OtherType | undefined
  /** The chosen package of the profile, and how to reload it after the coach changed it. */
  offer?: PackageOffer | null
  onPackageChanged?: () => Promise<unknown>
  /** Open times from server-side rendering. */
  rendered: { request: SlotsRequest; slots: OpenTimes } | null
}
