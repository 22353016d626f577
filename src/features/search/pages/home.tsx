import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { searchClient } from '../client.ts'

export const Route = createFileRoute('/_shell/')({
  validateSearch: z.object({ zip: z.string().optional(), notice: z.string().optional() }),
  loaderDeps: ({ search }) => ({ zip: search.zip }),
  loader: async ({ context, deps }) =>
    deps.zip
      ? await context.queryClient.ensureQueryData(
          searchClient.coaches.queryOptions({ input: { zip: deps.zip } }),
        )
      : null,
  component: Home,
})

function Home() {
  const result = Route.useLoaderData()
  return (
    <main>
      <h1>Find Your Match</h1>
      <pre>{JSON.stringify(result?.coaches.map((c) => [c.name, c.distance]))}</pre>
    </main>
  )
}
