import { lazyRouteComponent } from '@tanstack/react-router'

/** The coach's dashboard at home; nobody but coaches fetches it. Its `preload` is awaited before it is drawn or hydrated. */
export const CoachHome = lazyRouteComponent(
  () => import('#features/bookings/components/coach-dashboard.tsx'),
  'CoachDashboard',
)
