import { createFileRoute, notFound } from '@tanstack/react-router'
import { membersClient } from '#features/members/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { comingHead } from '../coming-head.ts'
import { ComingPage } from '../coming-page.tsx'

/** In production, where everything is real, there is no such page. */
export const Route = createFileRoute('/_shell/_coach/test-data')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(membersClient.testData.queryOptions()).catch((error) => {
      if (readProblem(error).code === 'no_test_data') throw notFound()
      throw error
    }),
  head: comingHead('Test data'),
  component: ComingPage,
})
