import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, KeyRound, MessageCircle, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { PackageList } from '#features/proposals/components/package-list.tsx'
import { formatDay, formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { OwnCoach } from '../schema.ts'
import { ownCoachesQuery } from './own-coaches-query.ts'

/** A student's coaches: past and upcoming lessons, with buttons to book the next one. */
export function OwnCoaches({ userId }: { userId: string }) {
  const coaches = useQuery(ownCoachesQuery)
  if (coaches.isPending) return <CoachesSkeleton />
  if (!coaches.data)
    return (
      <Alert
        tone="error"
        title="Your coaches could not be loaded."
        action={
          <Button size="sm" onClick={() => void coaches.refetch()}>
            Try again
          </Button>
        }
      >
        Your lessons and messages are where they were.
      </Alert>
    )
  if (coaches.data.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title="Your coaches will be here"
        action={
          <LinkButton href="/" variant="primary">
            Find a coach near you
          </LinkButton>
        }
      >
        Coaches you book or message, with your lessons and their next open time.
      </EmptyState>
    )
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {coaches.data.map((coach) => (
        <li key={coach.id} className="min-w-0">
          <CoachOfStudent coach={coach} userId={userId} />
        </li>
      ))}
    </ul>
  )
}

function CoachOfStudent({ coach, userId }: { coach: OwnCoach; userId: string }) {
  const { lastLesson, nextLesson, nextOpening } = coach
  return (
    <article className="flex h-full flex-col rounded-card border bg-surface-raised p-5 sm:p-6">
      <div className="flex items-start gap-4">
        <Avatar name={coach.name} src={coach.imageUrl} size="lg" decorative />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl wrap-anywhere">
            {coach.isOnShow ? (
              <Anchor href={`/instructor/${coach.id}`} className="hover:underline">
                {coach.name}
              </Anchor>
            ) : (
              coach.name
            )}
          </h2>
          <p className="text-[0.9375rem] text-muted">
            {coach.isGone ? 'This account was deleted.' : coach.location}
          </p>
          <div className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
            {coach.hasAccess ? (
              <Badge tone="green" icon={KeyRound}>
                You may book directly
              </Badge>
            ) : null}
            {coach.isGone || coach.isOnShow ? null : (
              <Badge tone="neutral" icon={null}>
                Takes a break
              </Badge>
            )}
          </div>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3 border-t pt-4 text-[0.9375rem]">
        <Fact name="Next lesson">
          {nextLesson ? (
            <Anchor
              href={`/lessons?lesson=${nextLesson.bookingId}`}
              className="font-semibold hover:underline"
            >
              {formatMoment(nextLesson.start, nextLesson.zone)}
            </Anchor>
          ) : (
            'None booked'
          )}
        </Fact>
        <Fact name="Last lesson">
          {lastLesson ? (
            <>
              {formatDay(lastLesson.start, lastLesson.zone, { year: true })}
              <span className="text-muted">
                {' '}
                · {coach.lessonsHad} {coach.lessonsHad === 1 ? 'lesson' : 'lessons'}
              </span>
            </>
          ) : (
            'No lesson yet'
          )}
        </Fact>
        {coach.mayBook ? (
          <div className="col-span-2 flex items-center gap-2 text-brand">
            <dt className="sr-only">Next open time</dt>
            <CalendarClock aria-hidden className="size-4.5 shrink-0" />
            <dd className="tabular font-semibold">
              {nextOpening
                ? `Next open: ${formatMoment(nextOpening.start, nextOpening.zone)}`
                : 'No open time at the moment'}
            </dd>
          </div>
        ) : coach.isOnShow ? (
          <div className="col-span-2 text-muted">
            <dt className="sr-only">Booking</dt>
            <dd>Books by request. Message to set a time.</dd>
          </div>
        ) : null}
      </dl>
      {coach.creditsLeft > 0 ? (
        <PackageList userId={userId} as="student" withId={coach.id} look="lines" className="mt-3" />
      ) : null}
      {coach.isGone ? null : (
        <div className="mt-auto flex flex-wrap gap-2.5 pt-5">
          {coach.mayBook ? (
            <BookCoach
              coachId={coach.id}
              again={lastLesson?.bookingId ?? undefined}
              choice={{
                duration: lastLesson?.durationMinutes ?? undefined,
                place: lastLesson?.placeId ?? undefined,
              }}
              // Paid lessons are booked from the package above.
              className={buttonClass({ variant: coach.creditsLeft > 0 ? 'secondary' : 'brand' })}
            >
              <CalendarCheck aria-hidden />
              {coach.lessonsHad > 0 ? 'Book again' : 'Book a lesson'}
              <span className="sr-only"> with {coach.label}</span>
            </BookCoach>
          ) : null}
          <LinkButton
            href={
              coach.conversationId
                ? `/inbox?conversation=${coach.conversationId}`
                : `/compose?instructor=${coach.id}`
            }
          >
            <MessageCircle aria-hidden />
            {coach.isUnread
              ? 'Read the new message'
              : coach.mayBook || !coach.isOnShow
                ? 'Message'
                : 'Ask for a time'}
            <span className="sr-only"> of {coach.label}</span>
          </LinkButton>
        </div>
      )}
    </article>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="tabular mt-0.5">{children}</dd>
  </div>
)

const places = ['first', 'second', 'third', 'fourth']

function CoachesSkeleton() {
  return (
    <div role="status" className="grid gap-4 xl:grid-cols-2">
      <span className="sr-only">Loading your coaches…</span>
      {places.map((place) => (
        <Skeleton key={place} className="h-64 rounded-card" />
      ))}
    </div>
  )
}
