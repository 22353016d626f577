import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { useOpenLayer } from '#ui/open-address-layer.ts'

const loadDialog = () => import('./booking-dialog.tsx')

/**
 * Opens the booking dialog of a coach. With a past lesson it offers the same weekday, time and place first. A link to the booking panel of the profile, so that it works before scripts do.
 */
export function BookCoach({
  coachId,
  choice = {},
  again,
  ...props
}: {
  coachId: string
  choice?: Pick<LessonChoice, 'place' | 'kind' | 'duration'>
  /** The id of the student's lesson to repeat. */
  again?: string | undefined
} & Pick<ComponentProps<'a'>, 'className' | 'children'>) {
  const layer = useOpenLayer('booking')
  function onClick(event: MouseEvent) {
    trackCoachEvent(coachId, 'booking_click')
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The search parameters that `booking-dialog.tsx` reads; it is loaded when the dialog opens.
    const { place: bookingPlace, kind: bookingKind, duration } = choice
    void layer.open({
      openBooking: coachId,
      bookingPlace,
      bookingKind,
      bookingDuration: duration?.toString(),
      bookingAgain: again,
    })
  }
  return (
    <Link
      {...props}
      to="/instructor/$instructorId"
      params={{ instructorId: coachId }}
      search={choice}
      hash="instant-book-section"
      preload={false}
      onClick={onClick}
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
    />
  )
}
