import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarClock } from 'lucide-react'
import type { Me } from '#features/accounts/schema.ts'
import { isCalledOff } from '#features/bookings/called-off.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { formatMoment } from '#platform/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import type { Conversation } from '../schema.ts'
import { ConversationMenu } from './conversation-menu.tsx'
import { useConversationParts } from './conversation-parts.ts'
import type { InboxAddress } from './inbox-address.ts'

/** The other participant, the next lesson together, and actions on the conversation. */
export function ConversationHeader({
  conversation,
  me,
  address,
}: {
  conversation: Conversation
  me: Me
  address: InboxAddress
}) {
  const { other, side } = conversation
  const { CoachAction } = useConversationParts()
  const lesson = useNextLesson(other.userId)
  const isWithCoach = side === 'student'
  const profile = { to: '/instructor/$instructorId', params: { instructorId: other.userId } } as const
  return (
    <header className="flex min-h-16 items-center gap-2 border-b px-2 py-2 sm:gap-3 sm:px-4">
      <BackToList address={address} />
      <Avatar name={other.name} src={other.pictureUrl} decorative className="max-sm:size-10" />
      <div className="min-w-0 flex-1 leading-tight">
        <h2 className="truncate text-lg sm:text-xl">
          {isWithCoach && !other.isGone ? (
            <Link {...profile} className="hover:underline hover:underline-offset-4">
              <bdi>{other.name}</bdi>
            </Link>
          ) : (
            <bdi>{other.name}</bdi>
          )}
        </h2>
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
          {other.isActive ? (
            <span className="flex shrink-0 items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-full bg-fresh" />
              Active now
            </span>
          ) : null}
          {other.isActive && lesson ? <span aria-hidden>·</span> : null}
          {lesson ? (
            <Link to="/lessons" className="flex min-w-0 items-center gap-1 hover:text-ink hover:underline">
              <CalendarClock aria-hidden className="size-3.5 shrink-0" />
              <span className="tabular truncate">
                <span className="max-sm:sr-only">Next lesson: </span>
                {formatMoment(lesson.start, lesson.zone)}
              </span>
            </Link>
          ) : other.isActive ? null : (
            <span>{isWithCoach ? 'Coach' : 'Student'}</span>
          )}
        </p>
      </div>
      {isWithCoach && me.role === 'student' && !other.isGone ? (
        <Link
          {...profile}
          hash="instant-book-section"
          onClick={() => trackCoachEvent(other.userId, 'booking_click')}
          className={buttonClass({ size: 'sm' })}
        >
          Book<span className="sr-only"> a lesson with {other.name}</span>
        </Link>
      ) : null}
      {CoachAction && side === 'coach' && !other.isGone ? (
        <CoachAction coachId={me.userId} student={{ id: other.userId, name: other.name }} />
      ) : null}
      <ConversationMenu conversation={conversation} address={address} />
    </header>
  )
}

/** On narrow pages either the list or the conversation is visible. */
export function BackToList({ address }: { address: InboxAddress }) {
  return (
    <Link
      to="/inbox"
      search={{ ...address, conversation: undefined, at: undefined }}
      aria-label="Back to all conversations"
      className={buttonClass({ variant: 'ghost', size: 'icon' }, 'shrink-0 @3xl:hidden')}
    >
      <ArrowLeft aria-hidden />
    </Link>
  )
}

/**
 * The next confirmed lesson with a person that is not called off, if it is on the first page of upcoming lessons; otherwise
 * undefined.
 */
function useNextLesson(otherId: string) {
  const upcoming = useQuery(
    bookingsClient.list.queryOptions({ input: { when: 'upcoming' }, staleTime: 60_000 }),
  )
  return upcoming.data?.find(
    (lesson) =>
      lesson.status === 'confirmed' &&
      !isCalledOff(lesson) &&
      (lesson.coach.id === otherId || lesson.student.id === otherId),
  )
}
