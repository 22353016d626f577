import { createFileRoute, redirect } from '@tanstack/react-router'

/** Admins have an area of their own and are told so on the way there (row 17). */
export const Route = createFileRoute('/_shell/_student-or-coach')({
  beforeLoad: ({ context, location }) => {
    if (!context.me) throw redirect({ to: '/auth', search: { redirect: location.href } })
    if (context.me.role === 'admin') throw redirect({ to: '/', search: { notice: 'admins-stay-out' } })
  },
})
