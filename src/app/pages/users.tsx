import { createFileRoute } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { Users } from '#features/operations/components/users.tsx'

/** Everyone with an account. */
export const Route = createFileRoute('/_shell/_admin/admin/users')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'Users · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: Users,
})
