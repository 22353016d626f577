import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInstead } from './rules.ts'

/** Coaches only. Students go home; admins are told that they have an area of their own. */
export const Route = createFileRoute('/_shell/_coach')({
  beforeLoad: ({ context, location }) => {
    const elsewhere = whereInstead(context.me, ['coach'], location.href)
    if (elsewhere) throw redirect(elsewhere)
  },
})
