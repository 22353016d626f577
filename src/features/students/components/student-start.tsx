import { type QueryClient, useQuery } from '@tanstack/react-query'
import { CalendarClock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { formatMoment } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import type { OwnCoach } from '../schema.ts'
import { ownCoachesQuery } from './own-coaches-query.ts'

/** The maximum number of coaches to show for rebooking. */
const COACHES = 3

/** Preloads its data. On errors it renders nothing. */
export const loadStudentStart = (queryClient: QueryClient) => queryClient.prefetchQuery(ownCoachesQuery)

/**
 * The top of a student's home page: the next lesson, and coaches to book again. Empty for a student without
 * coaches.
 */
export function StudentStart() {
  const { data: coaches = [] } = useQuery(ownCoachesQuery)
  const next = coaches
    .flatMap(({ label, nextLesson }) => (nextLesson ? [{ label, ...nextLesson }] : []))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))[0]
  const again = coaches.filter(({ isGone, mayBook }) => mayBook && !isGone).slice(0, COACHES)
  if (!next && again.length === 0) return null
  return (
    <section aria-label="Your lessons and coaches" className="wrap grid gap-3 pt-6 lg:grid-cols-2">
      {next ? (
        <Line icon={<CalendarClock aria-hidden className="size-5 shrink-0 text-brand" />}>
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Next lesson with {next.label}</p>
            <p className="tabular text-[0.9375rem] text-muted">{formatMoment(next.start, next.zone)}</p>
          </div>
          <Anchor href={`/lessons?lesson=${next.bookingId}`} className={buttonClass({ size: 'sm' })}>
            Details<span className="sr-only"> of the next lesson</span>
          </Anchor>
        </Line>
      ) : null}
      {again.map((coach) => (
        <BookAgain key={coach.id} coach={coach} />
      ))}
    </section>
  )
}

function BookAgain({ coach }: { coach: OwnCoach }) {
  const { lastLesson, nextOpening } = coach
  return (
    <Line icon={<Avatar name={coach.name} src={coach.imageUrl} size="sm" decorative />}>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{coach.name}</p>
        <p className="tabular flex items-center gap-1.5 text-[0.9375rem] text-muted">
          {nextOpening ? (
            `Next open: ${formatMoment(nextOpening.start, nextOpening.zone)}`
          ) : (
            <>
              <MapPin aria-hidden className="size-4 shrink-0" />
              {coach.location}
            </>
          )}
        </p>
      </div>
      <BookCoach
        coachId={coach.id}
        choice={{
          duration: lastLesson?.durationMinutes ?? undefined,
          place: lastLesson?.placeId ?? undefined,
        }}
        className={buttonClass({ size: 'sm', variant: 'brand' })}
      >
        {coach.lessonsHad > 0 ? 'Book again' : 'Book a lesson'}
        <span className="sr-only"> with {coach.label}</span>
      </BookCoach>
    </Line>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3.5 rounded-card border bg-surface-raised px-4 py-3">
      {icon}
      {children}
    </div>
  )
}
