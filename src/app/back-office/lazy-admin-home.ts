import { lazyRouteComponent } from '@tanstack/react-router'

/** An admin's first screen; nobody but admins fetches it. Its `preload` is awaited before it is drawn or hydrated. */
export const LazyAdminHome = lazyRouteComponent(() => import('./admin-home.tsx'), 'AdminHome')
