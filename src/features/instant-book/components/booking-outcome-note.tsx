import { CircleCheck, TimerOff } from 'lucide-react'
import type { Lesson, ListedLesson } from '#features/bookings/schema.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { BookingSummary } from './booking-summary.tsx'

/** The result of a booking that the page waited for. */
export function BookingOutcomeNote({ lesson, onDone }: { lesson: ListedLesson; onDone: () => void }) {
  const isBooked = lesson.status === 'confirmed' || lesson.status === 'completed'
  const Icon = isBooked ? CircleCheck : TimerOff
  const { title, text } = isBooked ? booked(lesson) : notBooked(lesson)
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="animate-rise-in">
        <Icon
          aria-hidden
          strokeWidth={1.5}
          className={isBooked ? 'size-10 text-green' : 'size-10 text-yellow'}
        />
        <h2 className="mt-3 text-title">{title}</h2>
        <p className="mt-1.5 text-[0.9375rem] text-muted">{text}</p>
      </div>
      <BookingSummary
        coachLabel={lesson.coach.label}
        start={lesson.start}
        durationMinutes={lesson.durationMinutes}
        zone={lesson.zone}
        priceCents={lesson.priceCents}
        place={lesson.location.name}
      />
      <div className="flex flex-col gap-2">
        {isBooked ? (
          <>
            <LinkButton
              href={
                lesson.receipt
                  ? `/payment-confirmation?session_id=${encodeURIComponent(lesson.receipt)}`
                  : '/lessons'
              }
              variant="primary"
              size="lg"
              className="w-full"
            >
              {lesson.receipt ? 'Details and receipt' : 'See your lessons'}
            </LinkButton>
            <Button variant="ghost" onClick={onDone}>
              Book another lesson
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" onClick={onDone} className="w-full">
            Choose a time again
          </Button>
        )}
      </div>
    </div>
  )
}

const booked = (lesson: Lesson) => ({
  title: 'Your lesson is booked',
  text: `Paid and confirmed. ${lesson.coach.label} knows, and the details are in your email.`,
})

function notBooked(lesson: Lesson) {
  if (lesson.paymentStatus === 'completed' || lesson.paymentStatus.endsWith('refunded'))
    return { title: 'This lesson was cancelled', text: 'Your refund is on its way.' }
  if (lesson.cancelReason === 'payment_failed')
    return {
      title: 'The payment did not go through',
      text: 'Nothing was charged, and the time is free again.',
    }
  if (lesson.cancelReason === 'abandoned')
    return {
      title: 'You left the checkout',
      text: 'Nothing was charged, and the time is free again. Choose it again if you still want it.',
    }
  return {
    title: 'The payment time expired',
    text: 'We held it for 15 minutes, and no payment arrived. Nothing was charged, and the time is free again.',
  }
}
