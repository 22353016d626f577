import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInstead } from './rules.ts'

/** Unauthenticated people go to /auth and come back to the address they asked for. */
export const Route = createFileRoute('/_shell/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const elsewhere = whereInstead(context.me, 'signed-in', location.href)
    if (elsewhere) throw redirect(elsewhere)
  },
})
