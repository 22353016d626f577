import { lazyRouteComponent } from '@tanstack/react-router'

/** The coach's home page; loaded only for coaches. Its `preload` is awaited before rendering or hydration. */
export const LazyCoachHome = lazyRouteComponent(() => import('./coach-home.tsx'), 'CoachHome')
