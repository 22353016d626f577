import { createFileRoute } from '@tanstack/react-router'
import { comingHead } from '../coming-head.ts'
import { ComingPage } from '../coming-page.tsx'

export const Route = createFileRoute('/_shell/_coach/student-workspace/$studentId')({
  head: comingHead('Student workspace'),
  component: ComingPage,
})
