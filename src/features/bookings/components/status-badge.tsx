import {
  CalendarCheck,
  CheckCheck,
  CircleCheck,
  CircleX,
  Clock,
  CloudRain,
  type LucideIcon,
  MailQuestion,
  RotateCcw,
} from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { type PaymentStatus, statusBadge } from '../booking.ts'
import { isCalledOff } from '../called-off.ts'
import type { Lesson } from '../schema.ts'

const icons: Record<string, LucideIcon> = {
  confirmed: CircleCheck,
  accepted: CircleCheck,
  scheduled: CalendarCheck,
  pending: Clock,
  completed: CheckCheck,
  cancelled: CircleX,
}

/** A badge with the status's color, icon and label. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, label } = statusBadge(status)
  return (
    <Badge tone={tone} icon={icons[status]}>
      {label}
    </Badge>
  )
}

/**
 * The status badge of a lesson. A lesson entered for an email address and not accepted yet is shown as an
 * invitation.
 */
export function LessonBadge({
  lesson,
  as,
}: {
  lesson: Pick<Lesson, 'status' | 'isInvitation' | 'weather'>
  as: 'student' | 'coach'
}) {
  const { status, isInvitation } = lesson
  if (isCalledOff(lesson))
    return (
      <Badge tone="yellow" icon={CloudRain}>
        Called off
      </Badge>
    )
  if (!isInvitation || (status !== 'pending' && status !== 'confirmed'))
    return <StatusBadge status={status} />
  return (
    <Badge tone="yellow" icon={MailQuestion}>
      {as === 'coach' ? 'Invited' : 'Waiting for your answer'}
    </Badge>
  )
}

/** A badge for refunded payments; renders nothing for others. */
export function RefundBadge({ paymentStatus }: { paymentStatus: PaymentStatus }) {
  if (paymentStatus !== 'refunded' && paymentStatus !== 'partially_refunded') return null
  return (
    <Badge tone="neutral" icon={RotateCcw}>
      {paymentStatus === 'refunded' ? 'Refunded' : 'Partly refunded'}
    </Badge>
  )
}
