import { Link } from '@tanstack/react-router'
import { ArrowRight, ChartColumn, ChartNoAxesCombined, UserRound, UsersRound } from 'lucide-react'
import { PageHeader } from '#ui/page-header.tsx'

const doors = [
  {
    to: '/admin/users',
    icon: UsersRound,
    title: 'Users',
    text: 'Everyone with an account, and their bookings.',
  },
  {
    to: '/admin/analytics',
    icon: ChartColumn,
    title: 'Analytics',
    text: 'Visits, and the funnel from search to booking.',
  },
  {
    to: '/admin/instructor-analytics',
    icon: ChartNoAxesCombined,
    title: 'Instructors',
    text: 'For each coach: impressions, clicks, messages, bookings.',
  },
  {
    to: '/admin/user-analytics',
    icon: UserRound,
    title: 'User activity',
    text: 'Who visited, and who came back.',
  },
] as const

/** Where an admin begins: the platform's pages, each with what it answers. */
export function AdminDoors({ firstName }: { firstName: string }) {
  return (
    <div className="wrap pt-8 sm:pt-10">
      <PageHeader title={`Hello, ${firstName}`} lead="Where would you like to look?" />
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {doors.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full flex-col rounded-card border bg-surface-raised p-5 transition-colors hover:border-brand"
            >
              <span className="flex items-center justify-between">
                <Icon aria-hidden strokeWidth={1.75} className="size-5.5 text-brand" />
                <ArrowRight
                  aria-hidden
                  className="size-4.5 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-brand"
                />
              </span>
              <span className="mt-3 font-semibold">{title}</span>
              <span className="mt-0.5 text-sm text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
