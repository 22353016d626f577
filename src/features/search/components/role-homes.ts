import { lazyRouteComponent } from '@tanstack/react-router'

/** The section above the search for prospects. Its `preload` is awaited before rendering or hydration. */
export const LazyProspectWelcome = lazyRouteComponent(
  () => import('./prospect-welcome.tsx'),
  'ProspectWelcome',
)
