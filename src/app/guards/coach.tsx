import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInstead } from './rules.ts'

/**
 * Coaches only. Students are redirected home; admins are redirected with a notice that they have a separate
 * area.
 */
export const Route = createFileRoute('/_shell/_coach')({
  beforeLoad: ({ context, location }) => {
    const elsewhere = whereInstead(context.me, ['coach'], location.href)
    if (elsewhere) throw redirect(elsewhere)
  },
})
