import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DayLine } from '#features/bookings/components/day-line.tsx'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { dashboardClient } from '../client.ts'
import { ComingLessons } from './coming-lessons.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { RecentBookings } from './recent-bookings.tsx'
import { TodayCard } from './today-card.tsx'

/**
 * The coach's first screen: what needs them, today, four figures, the newest bookings, the days ahead.
 * @param props.tasks what needs the coach: the pages bring it, since it comes from everywhere
 */
export function CoachDashboard({ tasks }: { tasks: ReactNode }) {
  const { me } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(dashboardQuery)
  useLive(me ? [`user:${me.userId}`] : [], () => {
    void queryClient.invalidateQueries({ queryKey: dashboardClient.key() })
  })
  return (
    <main className="wrap py-8 sm:py-10">
      <PageHeader
        title="Dashboard"
        lead={data ? <DayLine today={data.today} zone={data.zone} /> : '\u00a0'}
        actions={
          me ? <LinkButton href={`/instructor/${me.userId}`}>See your public profile</LinkButton> : null
        }
      />
      <div className="mt-6">{tasks}</div>
      {isError ? (
        <Alert
          tone="error"
          title="Your dashboard could not be loaded."
          className="mt-6"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Your lessons and earnings are safe; only this page is missing
          {data ? ', and what you see may be old' : ''}.
        </Alert>
      ) : null}
      {data || !isError ? (
        <>
          <div className="mt-4 grid gap-4 lg:grid-cols-[1.15fr_1fr]">
            <TodayCard dashboard={data} />
            <DashboardFigures dashboard={data} />
          </div>
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1.15fr_1fr]">
            <RecentBookings dashboard={data} />
            <ComingLessons dashboard={data} />
          </div>
        </>
      ) : null}
    </main>
  )
}
