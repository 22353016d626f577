import { CalendarPlus } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'

/** A file that puts the lesson into any calendar. */
export function CalendarLink({ bookingId, what }: { bookingId: string; what: string }) {
  return (
    <a
      href={`/api/bookings/${bookingId}/calendar.ics`}
      download
      data-no-print
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <CalendarPlus aria-hidden /> Add to calendar<span className="sr-only">: {what}</span>
    </a>
  )
}
