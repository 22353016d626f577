import {
  CalendarCheck,
  CheckCheck,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  RotateCcw,
} from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { type PaymentStatus, statusBadge } from '../booking.ts'

const icons: Record<string, LucideIcon> = {
  confirmed: CircleCheck,
  accepted: CircleCheck,
  scheduled: CalendarCheck,
  pending: Clock,
  completed: CheckCheck,
  cancelled: CircleX,
}

/** A status in its colour, with its icon and its word. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, label } = statusBadge(status)
  return (
    <Badge tone={tone} icon={icons[status]}>
      {label}
    </Badge>
  )
}

/** Money that went back, beside the status; nothing otherwise. */
export function RefundBadge({ paymentStatus }: { paymentStatus: PaymentStatus }) {
  if (paymentStatus !== 'refunded' && paymentStatus !== 'partially_refunded') return null
  return (
    <Badge tone="neutral" icon={RotateCcw}>
      {paymentStatus === 'refunded' ? 'Refunded' : 'Partly refunded'}
    </Badge>
  )
}
