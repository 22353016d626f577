import type { Actor } from '#platform/actor.ts'
import { CoachHome } from './coach-home.ts'
import { SearchSection } from './search-section.tsx'
import { useSearchAddress } from './use-search.ts'

/** For people who are signed in: coaches get their dashboard, everyone else the search. */
export function MemberHome({ me }: { me: Pick<Actor, 'role' | 'fullName'> }) {
  if (me.role === 'coach') return <CoachHome />
  if (me.role === 'student') return <SearchHome title="Find Your Perfect Golf Instructor" />
  const title = `Hello, ${me.fullName.split(' ')[0]}`
  if (me.role === 'admin')
    return (
      <SearchHome
        title={title}
        lead="The platform’s pages are above. Here you see every instructor, those who are not visible to others included."
      />
    )
  return (
    <SearchHome
      title={title}
      lead="Look around as a student would: this is how golfers find their instructors."
    />
  )
}

function SearchHome({ title, lead }: { title: string; lead?: string }) {
  const search = useSearchAddress()
  return (
    <main>
      <SearchSection
        search={search}
        heading={
          <div className="pb-6">
            <h1 className="text-headline">{title}</h1>
            {lead ? <p className="mt-2 text-lead text-muted">{lead}</p> : null}
          </div>
        }
      />
    </main>
  )
}
