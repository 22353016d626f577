import { useRouteContext } from '@tanstack/react-router'
import { CoachDashboard } from '#features/dashboard/components/coach-dashboard.tsx'
import { FirstSteps } from './first-steps.tsx'
import { TaskList } from './task-list.tsx'

/** The coach's first screen, with the tasks of all features. */
export function CoachHome() {
  const { me } = useRouteContext({ from: '__root__' })
  return (
    <CoachDashboard
      firstSteps={me ? <FirstSteps me={me} /> : null}
      tasks={me ? <TaskList userId={me.userId} className="lg:row-span-2" /> : null}
    />
  )
}
