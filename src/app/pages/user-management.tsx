import { createFileRoute } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { Users } from '#features/operations/components/users.tsx'

/** The other name of /admin/users: where an admin comes back to after an impersonation. */
export const Route = createFileRoute('/_shell/_admin/user-management')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'Users · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: Users,
})
