import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereInstead } from './rules.ts'

/** Students only; coaches go home, to their dashboard. */
export const Route = createFileRoute('/_shell/_student')({
  beforeLoad: ({ context, location }) => {
    const elsewhere = whereInstead(context.me, ['student'], location.href)
    if (elsewhere) throw redirect(elsewhere)
  },
})
