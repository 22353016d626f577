import { lazyRouteComponent } from '@tanstack/react-router'

/** Who is nearest after all: fetched where nobody was found. The server awaits its `preload` before it draws. */
export const LazyNearest = lazyRouteComponent(() => import('./nearest-after-all.tsx'), 'NearestAfterAll')
