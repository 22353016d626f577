import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '../fallbacks.tsx'

/** Every address that no other route answers: not found, in the viewer's own frame. */
export const Route = createFileRoute('/_shell/$')({
  beforeLoad: () => {
    throw notFound()
  },
  notFoundComponent: NotFoundPage,
})
