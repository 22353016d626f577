import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * What is offered when a search has no results. Loaded then; the server awaits `preload` before rendering.
 */
export const LazyNoResults = lazyRouteComponent(() => import('./no-results.tsx'), 'NoResults')
