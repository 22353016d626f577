import { type QueryClient, useQuery } from '@tanstack/react-query'
import { CalendarClock, CloudRain, MapPin } from 'lucide-react'
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
 * The top of a student's home page: lessons that were called off, the next lesson, and coaches to book again. Empty for a student without
 * coaches.
 */
export function StudentStart() {
  const { data: coaches = [] } = useQuery(ownCoachesQuery)
  const next = coaches
    .flatMap(({ label, nextLesson }) => (nextLesson ? [{ label, ...nextLesson }] : []))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))[0]
  const calledOff = coaches
    .flatMap(({ label, calledOffLesson }) => (calledOffLesson ? [{ label, ...calledOffLesson }] : []))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const again = coaches.filter(({ isGone, mayBook }) => mayBook && !isGone).slice(0, COACHES)
  if (!next && calledOff.length === 0 && again.length === 0) return null
  const town = coaches
    .flatMap(({ lastLesson }) => (lastLesson?.town ? [lastLesson] : []))
    .sort((a, b) => Date.parse(b.start) - Date.parse(a.start))[0]?.town
  return (
    <section aria-label="Your lessons and coaches" className="wrap grid gap-3 pt-6 lg:grid-cols-2">
      {calledOff.map(({ label, start, zone, bookingId }) => (
        <Line
          key={bookingId}
          icon={<CloudRain aria-hidden className="size-5 shrink-0 text-yellow" />}
          title={`${label} called off your lesson`}
          detail={formatMoment(start, zone)}
        >
          <Anchor
            href={`/lessons?lesson=${bookingId}`}
            className={buttonClass({ size: 'sm', variant: 'brand' })}
          >
            Choose what happens
            <span className="sr-only"> with the lesson of {formatMoment(start, zone)}</span>
          </Anchor>
        </Line>
      ))}
      {next ? (
        <Line
          icon={<CalendarClock aria-hidden className="size-5 shrink-0 text-brand" />}
          title={`Next lesson with ${next.label}`}
          detail={formatMoment(next.start, next.zone)}
        >
          <Anchor href={`/lessons?lesson=${next.bookingId}`} className={buttonClass({ size: 'sm' })}>
            Details<span className="sr-only"> of the next lesson</span>
          </Anchor>
        </Line>
      ) : null}
      {again.map((coach) => (
        <BookAgain key={coach.id} coach={coach} />
      ))}
      {town ? (
        <p className="lg:col-span-2">
          <Anchor
            href={`/?zip=${town.zip}`}
            className="text-link inline-flex min-h-9 items-center gap-1.5 font-medium"
          >
            <MapPin aria-hidden className="size-4 shrink-0" />
            See all coaches near {town.city}, {town.state}
          </Anchor>
        </p>
      ) : null}
    </section>
  )
}

function BookAgain({ coach }: { coach: OwnCoach }) {
  const { lastLesson, nextOpening } = coach
  return (
    <Line
      icon={<Avatar name={coach.name} src={coach.imageUrl} size="sm" decorative />}
      title={coach.name}
      detail={
        nextOpening ? `Next open: ${formatMoment(nextOpening.start, nextOpening.zone)}` : coach.location
      }
    >
      <BookCoach
        coachId={coach.id}
        again={lastLesson?.bookingId ?? undefined}
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

/** A picture, two lines and a button. Where there is room for little, the second line runs below the button. */
function Line(props: { icon: ReactNode; title: string; detail: string; children: ReactNode }) {
  return (
    <div className="@container rounded-card border bg-surface-raised px-4 py-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1">
        <span className="row-span-2 grid place-items-center">{props.icon}</span>
        <p className="font-semibold wrap-anywhere">{props.title}</p>
        <div className="@md:row-span-2">{props.children}</div>
        <p className="tabular col-span-2 text-[0.9375rem] text-muted @md:col-span-1">{props.detail}</p>
      </div>
    </div>
  )
}
