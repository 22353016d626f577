import { createFileRoute, redirect } from '@tanstack/react-router'

/** Unauthenticated people go to /auth and come back to the address they asked for. */
export const Route = createFileRoute('/_shell/_signed-in')({
  beforeLoad: ({ context, location }) => {
    if (!context.me) throw redirect({ to: '/auth', search: { redirect: location.href } })
  },
})
