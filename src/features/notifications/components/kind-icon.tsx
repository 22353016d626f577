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
  Video,
  Wallet,
} from 'lucide-react'
import type { NotificationIcon } from '#platform/message-kind.ts'
import { cn } from '#ui/class-names.ts'

const icons: Record<NotificationIcon, LucideIcon> = {
  bell: BellRing,
  'calendar-check': CalendarCheck,
  'calendar-clock': CalendarClock,
  'calendar-x': CalendarX,
  document: FileText,
  flag: Flag,
  hand: Hand,
  hourglass: Hourglass,
  lifebuoy: LifeBuoy,
  message: MessageCircle,
  star: Star,
  undo: Undo2,
  'user-x': UserX,
  video: Video,
  wallet: Wallet,
}

/** The icon of a kind of notification. Decorative: the text says the same. */
export function KindIcon({ icon, isAlert }: { icon: NotificationIcon; isAlert: boolean }) {
  const Icon = icons[icon]
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand [&_svg]:size-[1.125rem]',
        isAlert && 'bg-red-soft text-red',
      )}
    >
      <Icon />
    </span>
  )
}
