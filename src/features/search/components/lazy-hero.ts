import { lazyRouteComponent } from '@tanstack/react-router'

/** The hero of the home page, which result lists do not load. Its `preload` is awaited before rendering or hydration. */
export const LazyHero = lazyRouteComponent(() => import('./hero.tsx'), 'Hero')
