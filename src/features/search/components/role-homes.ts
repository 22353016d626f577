import { lazyRouteComponent } from '@tanstack/react-router'

/** What stands above the search for a coach-to-be. Its `preload` is awaited before it is drawn or hydrated. */
export const ProspectWelcome = lazyRouteComponent(() => import('./prospect-welcome.tsx'), 'ProspectWelcome')
