/** The prospect demo in the browser: which pages it includes, and for which role. */

/** Pages outlined in prospect mode, here and in the menu. */
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

/** Pages about the user's own account, which show nothing of the demo coach. */
const own = /^\/(profile|notifications|instructor-onboarding|support|help)(\/|$)/

export const isOwnPage = (pathname: string): boolean => own.test(pathname)

/**
 * Whether a page belongs to the prospect demo.
 * @param pathname of the page, or of a page below it
 */
export const isDemoPage = (pathname: string): boolean =>
  outlined.some((page) => pathname === page || (page !== '/' && pathname.startsWith(`${page}/`)))
