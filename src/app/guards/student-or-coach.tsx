import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInstead } from './rules.ts'

/** What students and coaches share; prospects look at it, too. Admins have an area of their own. */
export const Route = createFileRoute('/_shell/_student-or-coach')({
  beforeLoad: ({ context, location }) => {
    const elsewhere = whereInstead(context.me, ['student', 'coach', 'prospect'], location.href)
    if (elsewhere) throw redirect(elsewhere)
  },
})
