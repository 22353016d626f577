import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { viewParams } from '#features/back-office/view.ts'
import { Users } from '#features/operations/components/users.tsx'

/** The other name of /admin/users: where an admin comes back to after an impersonation. */
export const Route = createFileRoute('/_shell/_admin/user-management')({
  validateSearch: viewParams,
  head: unlistedHead('Users'),
  component: Users,
})
