import { Package } from 'lucide-react'
import { dateIn, formatDate } from '#platform/time.ts'
import { lessonsLeftText } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { BookPackageLesson } from './book-package-lesson.tsx'

/** '3 of 5 lessons left, until …' in one line, with a button to book the next lesson. */
export function PackageLine({
  lessonPackage: one,
  as,
}: {
  lessonPackage: LessonPackage
  as: 'student' | 'coach'
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b bg-surface-sunken px-4 py-2 text-[0.9375rem]">
      <p className="flex min-w-0 items-center gap-2.5">
        <Package aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="tabular font-semibold">{lessonsLeftText(one.left, one.lessons)}</span>
          <span className="text-muted">, until {formatDate(dateIn(one.expiresAt, one.zone))}</span>
        </span>
      </p>
      {as === 'student' ? <BookPackageLesson lessonPackage={one} size="sm" /> : null}
    </div>
  )
}
