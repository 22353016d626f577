import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { formatEnd, lessonsLeftText, MOST_PACKAGES, PACKAGES_SHOWN } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { BookPackageLesson } from './book-package-lesson.tsx'
import { PackageCard } from './package-card.tsx'
import { hasLessonsLeft, packageListQuery } from './package-list-query.ts'
import { useLiveProposals } from './use-proposals.ts'

/**
 * The user's packages with lessons left: '3 of 5 lessons left, until …'. Renders nothing when there are none,
 * while loading, and on errors, because it only supplements other content.
 * @param look `lines` where space is limited, as above a conversation
 * @param withId only packages with this other person, as in a conversation or next to a coach's booking panel
 */
export function PackageList({
  userId,
  as,
  withId,
  look = 'cards',
  className,
}: {
  userId: string
  as: 'student' | 'coach'
  withId?: string
  look?: 'cards' | 'lines'
  className?: string
}) {
  const packages = useQuery(packageListQuery(withId))
  const [isAll, setAll] = useState(false)
  const all = useQuery({ ...packageListQuery(withId, MOST_PACKAGES), enabled: isAll })
  useLiveProposals(userId)
  const open = (all.data ?? packages.data)?.filter(hasLessonsLeft) ?? []
  if (open.length === 0) return null
  return (
    <section aria-label="Packages" className={cn('flex flex-col', look === 'cards' && 'gap-3', className)}>
      {open.map((one) =>
        look === 'cards' ? (
          <PackageCard key={one.id} lessonPackage={one} as={as} />
        ) : (
          <PackageLine key={one.id} lessonPackage={one} as={as} />
        ),
      )}
      {!all.data && open.length >= PACKAGES_SHOWN ? (
        <Button
          className="self-center"
          loading={all.isFetching}
          onClick={() => (isAll ? void all.refetch() : setAll(true))}
        >
          Show all packages
        </Button>
      ) : null}
      {open.length >= MOST_PACKAGES ? (
        <p className="text-sm text-muted">
          These are the first {MOST_PACKAGES}. The page of each student lists the others.
        </p>
      ) : null}
    </section>
  )
}

/** '3 of 5 lessons left, until …' in one line, with a button to book the next lesson. */
function PackageLine({ lessonPackage: one, as }: { lessonPackage: LessonPackage; as: 'student' | 'coach' }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b bg-surface-sunken px-4 py-2 text-[0.9375rem]">
      <p className="flex min-w-0 items-center gap-2.5">
        <Package aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="tabular font-semibold">{lessonsLeftText(one.left, one.lessons)}</span>
          <span className="text-muted">, until {formatEnd(one)}</span>
        </span>
      </p>
      {as === 'student' ? <BookPackageLesson lessonPackage={one} size="sm" /> : null}
    </div>
  )
}
