import { lazyRouteComponent } from '@tanstack/react-router'

/** The coach's first screen at home; nobody but coaches fetches it. Its `preload` is awaited before it is drawn or hydrated. */
export const LazyCoachHome = lazyRouteComponent(() => import('./coach-home.tsx'), 'CoachHome')
