import { lazyRouteComponent } from '@tanstack/react-router'
import {
  BadgeCheck,
  Bookmark,
  Briefcase,
  CalendarClock,
  ChartColumn,
  ChartNoAxesCombined,
  Clapperboard,
  CreditCard,
  DoorOpen,
  Flag,
  Handshake,
  Hourglass,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  MailCheck,
  Mails,
  MailX,
  MessageSquareText,
  MessagesSquare,
  RefreshCw,
  Scale,
  ScrollText,
  Search,
  Settings,
  Smartphone,
  Sparkles,
  Star,
  Target,
  Telescope,
  TicketPercent,
  TriangleAlert,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'

const groups = ['Today', 'People', 'Messages', 'Growth', 'Platform'] as const

/** A tab of the admin home, or a separate page. */
export interface BackOfficeEntry {
  /** The tab's id in the URL: `/?tab=support`. */
  id: string
  label: string
  icon: LucideIcon
  group: (typeof groups)[number]
  /** The URL of a separate page. */
  href?: string
  /** The content of a tab, loaded when it is first opened. */
  component?: ComponentType
}

const tab = (
  id: string,
  label: string,
  icon: LucideIcon,
  group: BackOfficeEntry['group'],
  component: ComponentType,
): BackOfficeEntry => ({ id, label, icon, group, component })

/** All pages and tabs of the back office in menu order. Add new ones here. */
const entries: readonly BackOfficeEntry[] = [
  tab(
    'overview',
    'Overview',
    LayoutDashboard,
    'Today',
    lazyRouteComponent(() => import('#features/operations/components/overview.tsx'), 'Overview'),
  ),
  tab(
    'disputes',
    'Disputes',
    Scale,
    'Today',
    lazyRouteComponent(() => import('#features/disputes/desk/dispute-list.tsx'), 'Disputes'),
  ),
  tab(
    'support',
    'Support',
    LifeBuoy,
    'Today',
    lazyRouteComponent(() => import('#features/support/components/support-desk.tsx'), 'Support'),
  ),
  tab(
    'reported-messages',
    'Reported messages',
    Flag,
    'Today',
    lazyRouteComponent(() => import('./messages.tsx'), 'ReportedMessages'),
  ),
  tab(
    'certificates',
    'Certificates',
    BadgeCheck,
    'Today',
    lazyRouteComponent(() => import('#features/own-profile/requests/coach-requests.tsx'), 'Certificates'),
  ),
  tab(
    'imported-reviews',
    'Imported reviews',
    Star,
    'Today',
    lazyRouteComponent(() => import('#features/own-profile/requests/coach-requests.tsx'), 'ImportedReviews'),
  ),
  tab(
    'money-findings',
    'Money to check',
    TriangleAlert,
    'Today',
    lazyRouteComponent(() => import('#features/payouts/components/payment-list.tsx'), 'MoneyFindings'),
  ),
  tab(
    'users',
    'Users',
    UsersRound,
    'People',
    lazyRouteComponent(() => import('./tab-links.tsx'), 'UsersDoor'),
  ),
  tab(
    'lessons',
    'Lessons',
    CalendarClock,
    'People',
    lazyRouteComponent(() => import('#features/lessons/desk/lesson-list.tsx'), 'Lessons'),
  ),
  tab(
    'email-logs',
    'Email Logs',
    MailCheck,
    'Messages',
    lazyRouteComponent(() => import('#features/message-logs/components/email-logs.tsx'), 'EmailLogs'),
  ),
  tab(
    'sms-logs',
    'SMS Logs',
    MessageSquareText,
    'Messages',
    lazyRouteComponent(() => import('#features/message-logs/components/sms-logs.tsx'), 'SmsLogs'),
  ),
  tab(
    'suppressed-addresses',
    'Bounced Addresses',
    MailX,
    'Messages',
    lazyRouteComponent(
      () => import('#features/message-logs/components/suppressed-addresses.tsx'),
      'SuppressedAddresses',
    ),
  ),
  tab(
    'email',
    'Email Settings',
    Mails,
    'Messages',
    lazyRouteComponent(
      () => import('#features/templates/components/message-templates.tsx'),
      'EmailTemplates',
    ),
  ),
  tab(
    'sms',
    'SMS Templates',
    Smartphone,
    'Messages',
    lazyRouteComponent(() => import('#features/templates/components/message-templates.tsx'), 'SmsTemplates'),
  ),
  tab(
    'payments',
    'Payments',
    CreditCard,
    'People',
    lazyRouteComponent(() => import('#features/payouts/components/payment-list.tsx'), 'Payments'),
  ),
  tab(
    'video-reviews',
    'Video reviews',
    Clapperboard,
    'People',
    lazyRouteComponent(() => import('#features/video-reviews/components/review-desk.tsx'), 'VideoReviews'),
  ),
  tab(
    'messages',
    'Messages',
    MessagesSquare,
    'Messages',
    lazyRouteComponent(() => import('./messages.tsx'), 'Messages'),
  ),
  tab(
    'waitlist',
    'Waitlist',
    Hourglass,
    'People',
    lazyRouteComponent(() => import('./leads.tsx'), 'Waitlist'),
  ),
  tab(
    'match-saves',
    'Match saves',
    Target,
    'People',
    lazyRouteComponent(() => import('./leads.tsx'), 'MatchSaves'),
  ),
  tab(
    'instructor-saves',
    'Profile Saves',
    Bookmark,
    'People',
    lazyRouteComponent(() => import('./leads.tsx'), 'ProfileSaves'),
  ),
  tab(
    'trial-requests',
    'Trial requests',
    Briefcase,
    'People',
    lazyRouteComponent(() => import('./leads.tsx'), 'TrialRequests'),
  ),
  tab(
    'gift-cards',
    'Gift cards',
    TicketPercent,
    'Growth',
    lazyRouteComponent(() => import('#features/gift-cards/components/gift-cards.tsx'), 'GiftCards'),
  ),
  tab(
    'promo-codes',
    'Promo codes',
    TicketPercent,
    'Growth',
    lazyRouteComponent(() => import('#features/discounts/components/promo-codes.tsx'), 'PromoCodes'),
  ),
  tab(
    'exit-offers',
    'Exit offers',
    DoorOpen,
    'Growth',
    lazyRouteComponent(() => import('#features/discounts/components/promo-codes.tsx'), 'ExitOffers'),
  ),
  tab(
    'analytics',
    'Analytics',
    ChartColumn,
    'Growth',
    lazyRouteComponent(() => import('./tab-links.tsx'), 'AnalyticsDoor'),
  ),
  { id: 'market', label: 'Market', icon: Telescope, group: 'Growth', href: '/admin/market' },
  tab(
    'quiz',
    'Quiz',
    Sparkles,
    'Growth',
    lazyRouteComponent(() => import('#features/match-quiz/components/quiz-responses.tsx'), 'QuizResponses'),
  ),
  tab(
    'search-history',
    'Search history',
    Search,
    'Growth',
    lazyRouteComponent(() => import('#features/analytics/components/search-history.tsx'), 'SearchHistory'),
  ),
  tab(
    'klaviyo',
    'Klaviyo Sync',
    RefreshCw,
    'Growth',
    lazyRouteComponent(() => import('#features/marketing/klaviyo.tsx'), 'Klaviyo'),
  ),
  {
    id: 'instructor-analytics',
    label: 'Coaches',
    icon: ChartNoAxesCombined,
    group: 'Growth',
    href: '/admin/instructor-analytics',
  },
  {
    id: 'user-analytics',
    label: 'User activity',
    icon: UserRound,
    group: 'Growth',
    href: '/admin/user-analytics',
  },
  tab(
    'terms',
    'Terms',
    Handshake,
    'Platform',
    lazyRouteComponent(() => import('#features/content/terms/terms-desk.tsx'), 'Terms'),
  ),
  tab(
    'jobs',
    'Background jobs',
    ListChecks,
    'Platform',
    lazyRouteComponent(() => import('#features/operations/components/jobs.tsx'), 'Jobs'),
  ),
  tab(
    'system',
    'System',
    Settings,
    'Platform',
    lazyRouteComponent(() => import('#features/operations/components/system.tsx'), 'System'),
  ),
  tab(
    'audit-log',
    'Audit log',
    ScrollText,
    'Platform',
    lazyRouteComponent(() => import('#features/back-office/components/audit-log.tsx'), 'AuditLog'),
  ),
  tab(
    'acting-log',
    'Acting as others',
    UserRound,
    'Platform',
    lazyRouteComponent(() => import('#features/back-office/components/audit-log.tsx'), 'ActingLog'),
  ),
]

/** The menu groups, without empty ones. */
export const backOfficeMenu = groups
  .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
  .filter((one) => one.entries.length > 0)

/** Returns the tab with this id, or the overview if there is none. */
export const findTab = (id: string | undefined): BackOfficeEntry =>
  entries.find((entry) => entry.id === id && entry.component) ?? (entries[0] as BackOfficeEntry)

export const hrefOfEntry = ({ id, href }: BackOfficeEntry): string =>
  href ?? (id === 'overview' ? '/' : `/?tab=${id}`)

/** Returns the entry for the current page. */
export function entryAt(pathname: string, tabId: string | undefined): BackOfficeEntry | undefined {
  if (pathname === '/') return findTab(tabId)
  const path = pathname === '/user-management' ? '/admin/users' : pathname
  return entries.find((entry) => `${path}/`.startsWith(`${entry.href ?? `/admin/${entry.id}`}/`))
}
