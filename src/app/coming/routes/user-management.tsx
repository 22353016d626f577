import { createFileRoute } from '@tanstack/react-router'
import { comingHead } from '../coming-head.ts'
import { ComingPage } from '../coming-page.tsx'

export const Route = createFileRoute('/_shell/_admin/user-management')({
  head: comingHead('Users'),
  component: ComingPage,
})
