import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * The nearest coaches regardless of filters; loaded when a search has no results. The server awaits `preload`
 * before rendering.
 */
export const LazyNearest = lazyRouteComponent(() => import('./no-results-nearest.tsx'), 'NoResultsNearest')
