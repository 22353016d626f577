import { useRouteContext } from '@tanstack/react-router'
import { CoachDashboard } from '#features/dashboard/components/coach-dashboard.tsx'
import { FirstSteps } from './first-steps.tsx'
import { TaskList } from './task-list.tsx'

/** The coach's first screen, with everything that waits for the coach on top. */
export function CoachHome() {
  const { me } = useRouteContext({ from: '__root__' })
  return (
    <CoachDashboard
      tasks={
        me ? (
          <div className="flex flex-col gap-4">
            <FirstSteps me={me} />
            <TaskList userId={me.userId} />
          </div>
        ) : null
      }
    />
  )
}
