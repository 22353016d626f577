import { lazyRouteComponent } from '@tanstack/react-router'

/** Only students have it; visitors fetch none of it. The server awaits its `preload` before it draws. */
export const LazyStudentStart = lazyRouteComponent(() => import('./student-start.tsx'), 'StudentStart')
