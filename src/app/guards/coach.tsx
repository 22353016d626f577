import { createFileRoute, redirect } from '@tanstack/react-router'

/** Coaches only. Students go home; admins are told that they have an area of their own (row 17). */
export const Route = createFileRoute('/_shell/_coach')({
  beforeLoad: ({ context, location }) => {
    if (!context.me) throw redirect({ to: '/auth', search: { redirect: location.href } })
    if (context.me.role === 'admin') throw redirect({ to: '/', search: { notice: 'admins-stay-out' } })
    if (context.me.role !== 'coach') throw redirect({ to: '/' })
  },
})
