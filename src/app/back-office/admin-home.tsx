import { Suspense } from 'react'
import { SearchSection } from '#features/search/components/search-section.tsx'
import { useSearchAddress } from '#features/search/components/use-search.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { findTab } from './tabs.ts'

/** The admins' home: the tab its address names. On the overview they search for coaches, too, hidden ones included. */
export function AdminHome({ tab }: { tab: string | undefined }) {
  const { id, label, component: Content } = findTab(tab)
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <PageHeader title={label} className="mb-5" />
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        {Content ? <Content key={id} /> : null}
      </Suspense>
      {id === 'overview' ? <FindCoach /> : null}
    </main>
  )
}

function FindCoach() {
  const search = useSearchAddress()
  return (
    <div className="-mx-4 mt-10 border-t pt-2 sm:-mx-6 lg:-mx-8">
      <SearchSection
        search={search}
        heading={
          <div className="pb-6">
            <h2 className="text-xl">Find a coach</h2>
            <p className="mt-1 text-[0.9375rem] text-muted">All coaches, including hidden ones.</p>
          </div>
        }
      />
    </div>
  )
}
