import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { viewParams } from '#features/back-office/view.ts'
import { Users } from '#features/operations/components/users.tsx'

/** Everyone with an account. */
export const Route = createFileRoute('/_shell/_admin/admin/users')({
  validateSearch: viewParams,
  head: unlistedHead('Users'),
  component: Users,
})
