import { lazyRouteComponent } from '@tanstack/react-router'

/** The admin home, loaded on demand so that other roles never download it. Its `preload` is awaited before rendering or hydration. */
export const LazyAdminHome = lazyRouteComponent(() => import('./admin-home.tsx'), 'AdminHome')
