import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { DrillLibrary } from '#features/workspaces/components/drill-library.tsx'
import { WorkspaceList } from '#features/workspaces/components/workspace-list.tsx'
import { drillsQuery, workspaceListQuery } from '#features/workspaces/components/workspace-queries.ts'
import { workspaceHref } from '#features/workspaces/workspace.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'

type Search = { list?: 'drills' | undefined }

/** A coach's workspaces, what is new in each, and the library of drills. */
export const Route = createFileRoute('/_shell/_coach/collaborate')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    list: raw.list === 'drills' ? 'drills' : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { list } }) => {
    const reading =
      list === 'drills'
        ? queryClient.prefetchQuery(drillsQuery)
        : queryClient.prefetchQuery(workspaceListQuery)
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Collaborate'),
  component: CollaboratePage,
})

function CollaboratePage() {
  const { me } = Route.useRouteContext()
  const { list } = Route.useSearch()
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title="Collaborate"
        lead="Goals, notes and drills you share with your students between lessons."
      />
      <NavTabs
        label="What to show"
        className="mt-6"
        items={[
          { href: '/collaborate', label: 'Workspaces', current: list === undefined },
          { href: '/collaborate?list=drills', label: 'Your drills', current: list === 'drills' },
        ]}
      />
      <div className="pt-6">
        {list === 'drills' ? (
          <DrillLibrary />
        ) : me ? (
          <WorkspaceList
            as="coach"
            userId={me.userId}
            hrefFor={(one) => workspaceHref('coach', { ...one, golferId: one.golfer?.id ?? null })}
          />
        ) : null}
      </div>
    </main>
  )
}
