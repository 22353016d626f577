import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, useRouteContext } from '@tanstack/react-router'
import { CalendarOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
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

/** Fetched when it is opened. */
const BlockDialog = lazyRouteComponent(
  () => import('#features/availability/components/times-off-dialogs.tsx'),
  'BlockDialog',
)

/**
 * The coach's first screen: today's lessons, what needs the coach, four figures, the newest bookings, the days ahead.
 * @param props.firstSteps what a new coach does first, above everything else
 * @param props.tasks what needs the coach, from all features
 */
export function CoachDashboard({ firstSteps, tasks }: { firstSteps: ReactNode; tasks: ReactNode }) {
  const { me } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isBlocking, setBlocking] = useState(false)
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
          me ? (
            <>
              {data ? (
                <Button onClick={() => setBlocking(true)} onPointerEnter={() => void BlockDialog.preload?.()}>
                  <CalendarOff aria-hidden />
                  Block time
                </Button>
              ) : null}
              <LinkButton href={`/instructor/${me.userId}`} variant="ghost">
                Your public page
              </LinkButton>
            </>
          ) : null
        }
      />
      {data && isBlocking ? (
        <Suspense fallback={null}>
          <BlockDialog today={data.today} onClose={() => setBlocking(false)} />
        </Suspense>
      ) : null}
      <div className="mt-6 empty:hidden">{firstSteps}</div>
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
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-[1.15fr_1fr] lg:grid-rows-[auto_1fr]">
        {data || !isError ? <TodayCard dashboard={data} /> : null}
        {tasks}
        {data || !isError ? <DashboardFigures dashboard={data} /> : null}
      </div>
      {data || !isError ? (
        <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-[1.15fr_1fr]">
          <RecentBookings dashboard={data} />
          <ComingLessons dashboard={data} />
        </div>
      ) : null}
    </main>
  )
}
