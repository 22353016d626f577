import { useRouteContext } from '@tanstack/react-router'
import { CoachDashboard } from '#features/bookings/components/coach-dashboard.tsx'
import { TaskList } from './task-list.tsx'

/** The coach's first screen, with everything that waits for the coach on top. */
export function CoachHome() {
  const { me } = useRouteContext({ from: '__root__' })
  return <CoachDashboard tasks={me ? <TaskList userId={me.userId} /> : null} />
}
