import { CalendarDays, CalendarX2, History } from 'lucide-react'
import type { LessonList } from '#features/bookings/booking.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const places = ['first', 'second', 'third']

/** Three lessons to come, in their final size. */
export function LessonListSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading your lessons…</span>
      {places.map((place) => (
        <div key={place} className="flex gap-5 rounded-card border bg-surface-raised p-5">
          <Skeleton className="h-19 w-15 shrink-0 rounded-control" />
          <div className="flex flex-1 flex-col gap-3 pt-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** The list could not be read; nothing booked is touched by that. */
export function LessonListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="error"
      title="Your lessons could not be loaded."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Your bookings are safe; only this list could not be loaded.
    </Alert>
  )
}

/**
 * No lessons in this list, and what to do about it.
 * @param hasPackage whether the student has a package with lessons left, which is shown above
 */
export function NoLessons({ as, list, page, userId, hasPackage }: NoLessonsProps) {
  if (page > 1)
    return (
      <EmptyState
        icon={History}
        title="Nothing on this page"
        action={
          <LinkButton href={list === 'upcoming' ? '/lessons' : `/lessons?when=${list}`}>
            To the first page
          </LinkButton>
        }
      >
        This page is empty. The list is shorter than it was.
      </EmptyState>
    )
  if (list === 'cancelled')
    return (
      <EmptyState icon={CalendarX2} title="No cancelled lessons">
        Cancelled lessons and their refunds are listed here.
      </EmptyState>
    )
  if (list === 'past')
    return (
      <EmptyState icon={History} title="No past lessons yet">
        {as === 'coach'
          ? 'Lessons you taught and your earnings are listed here.'
          : 'Lessons you took and their prices are listed here.'}
      </EmptyState>
    )
  if (hasPackage)
    return (
      <EmptyState icon={CalendarDays} title="Your next lesson isn't booked yet">
        Choose a time for the next lesson of your package above. It is already paid.
      </EmptyState>
    )
  return as === 'coach' ? (
    <EmptyState
      icon={CalendarDays}
      title="No upcoming lessons"
      action={<LinkButton href={`/instructor/${userId}`}>See your public profile</LinkButton>}
    >
      Lessons that students book with you appear here.
    </EmptyState>
  ) : (
    <EmptyState
      icon={CalendarDays}
      title="Your next lesson isn't booked yet"
      action={
        <LinkButton href="/" variant="primary">
          Find a coach
        </LinkButton>
      }
    >
      Enter your ZIP code, pick a coach near you and an open time. It takes about a minute.
    </EmptyState>
  )
}

type NoLessonsProps = {
  as: 'student' | 'coach'
  list: LessonList
  page: number
  userId: string
  hasPackage: boolean
}
