/** What a prospect's demo is, in the browser: which pages it shows, and for whom they are. */

/** Pages that prospect mode outlines, here and in the menu. */
const outlined = [
  '/',
  '/instructor',
  '/inbox',
  '/lessons',
  '/reviews',
  '/collaborate',
  '/availability',
  '/profile-edit',
] as const

/** Pages about one's own account: nothing there is the demo coach's. */
const own = /^\/(profile|notifications|instructor-onboarding|support|help)(\/|$)/

export const isOwnPage = (pathname: string): boolean => own.test(pathname)

/** Whether a page belongs to what the demo shows a prospect. @param pathname of the page, or of a page below it */
export const isDemoPage = (pathname: string): boolean =>
  outlined.some((page) => pathname === page || (page !== '/' && pathname.startsWith(`${page}/`)))
