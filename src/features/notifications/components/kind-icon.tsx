import {
  BellRing,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  FileText,
  Flag,
  Hand,
  Hourglass,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  Star,
  Undo2,
  UserX,
  Wallet,
} from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import type { NotificationKind } from '../notification.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  lesson_booked: CalendarCheck,
  lesson_changed: CalendarClock,
  lesson_cancelled: CalendarX,
  hold_expired: Hourglass,
  refund: Undo2,
  lesson_reminder: BellRing,
  no_show: UserX,
  review_request: Star,
  review_received: Star,
  message: MessageCircle,
  coach_needed: Hand,
  proposal: FileText,
  payout: Wallet,
  dispute: Flag,
  ticket_reply: LifeBuoy,
}

/** What a notification is about, at a glance; its words say the same. */
export function KindIcon({ kind, className }: { kind: NotificationKind; className?: string }) {
  const Icon = icons[kind]
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand [&_svg]:size-[1.125rem]',
        (kind === 'lesson_cancelled' || kind === 'dispute') && 'bg-red-soft text-red',
        className,
      )}
    >
      <Icon />
    </span>
  )
}
