import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded only for students. The server awaits its `preload` before rendering. */
export const LazyStudentStart = lazyRouteComponent(() => import('./student-start.tsx'), 'StudentStart')
