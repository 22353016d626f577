import type { ReactNode } from 'react'
import type { Actor } from '#platform/actor.ts'
import { LazyProspectWelcome } from './role-homes.ts'
import { SearchSection } from './search-section.tsx'
import { useSearchAddress } from './use-search.ts'

/** The home page of students and prospects: role-specific content above the search. */
export function MemberHome({ me, note }: { me: Pick<Actor, 'role' | 'fullName'>; note?: ReactNode }) {
  const firstName = me.fullName.split(' ')[0] ?? me.fullName
  if (me.role === 'prospect')
    return (
      <SearchHome
        above={
          <>
            {note}
            <LazyProspectWelcome firstName={firstName} />
          </>
        }
        heading={
          <>
            <h2 className="text-title">See what golfers see</h2>
            <p className="mt-1 text-muted">Search your own zip code to see the coaches near you.</p>
          </>
        }
      />
    )
  return (
    <SearchHome above={note} heading={<h1 className="text-headline">Find Your Perfect Golf Instructor</h1>} />
  )
}

function SearchHome({ above, heading }: { above?: ReactNode; heading: ReactNode }) {
  const search = useSearchAddress()
  return (
    <main>
      {above}
      <SearchSection search={search} heading={<div className="pb-6">{heading}</div>} />
    </main>
  )
}
