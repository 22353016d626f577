import {
  CalendarClock,
  CalendarDays,
  CircleHelp,
  Clock,
  FileText,
  Images,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  NotebookPen,
  Search,
  Settings,
  Star,
  UserRound,
  UserRoundPlus,
  UsersRound,
  Wallet,
  WalletCards,
} from 'lucide-react'

export interface MenuEntry {
  href: string
  label: string
  icon: LucideIcon
  /** A short text shown after the label. */
  tag?: string
}

const shared: readonly MenuEntry[] = [
  { href: '/support', label: 'Support', icon: LifeBuoy },
  { href: '/help', label: 'Help Documents', icon: CircleHelp },
]

/**
 * A coach's menu, in the order of the specification. Without a profile, the menu contains an entry to create
 * one.
 */
export function coachMenu(coach: { hasProfile: boolean; isProspect: boolean }): readonly MenuEntry[] {
  const profile =
    coach.hasProfile || coach.isProspect
      ? { href: '/profile-edit', label: 'Edit Profile', icon: UserRound }
      : { href: '/create-instructor-profile', label: 'Create Profile', icon: UserRoundPlus }
  return [
    { href: '/', label: 'Dashboard', icon: LayoutDashboard },
    { href: '/earnings-payouts', label: 'Earnings & Payouts', icon: Wallet },
    { href: '/inbox', label: 'Inbox', icon: Inbox, tag: 'AI Powered' },
    { href: '/your-students', label: 'Overview', icon: UsersRound },
    { href: '/collaborate', label: 'Collaborate', icon: NotebookPen },
    { href: '/schedule', label: 'Schedule', icon: CalendarDays },
    { href: '/lessons', label: 'My Lessons', icon: CalendarClock },
    { href: '/proposals', label: 'Proposals', icon: FileText },
    { href: '/reviews', label: 'Reviews', icon: Star },
    { href: '/availability', label: 'Availability', icon: Clock },
    { href: '/gallery', label: 'Gallery', icon: Images },
    { href: '/payment-settings', label: 'Payment Settings', icon: WalletCards },
    profile,
    ...shared,
  ]
}

/** A student's menu, in the order of the specification. */
export const studentMenu: readonly MenuEntry[] = [
  { href: '/', label: 'Browse Instructors', icon: Search },
  { href: '/inbox', label: 'Inbox', icon: Inbox },
  { href: '/your-instructors', label: 'My Instructors', icon: UsersRound },
  { href: '/student-collaborate', label: 'Collaborate', icon: NotebookPen },
  { href: '/lessons', label: 'My Lessons', icon: CalendarClock },
  { href: '/profile', label: 'Profile Settings', icon: Settings },
  ...shared,
]
