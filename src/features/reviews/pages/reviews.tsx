import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/reviews')({
  head: () => ({ meta: [{ title: 'Reviews · Greenside' }] }),
  component: () => <h1>Reviews</h1>,
})
