import { CalendarRange, Clock, CreditCard, Flag, Globe, Undo2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration, zoneName } from '#platform/time.ts'
import type { CoachProfile } from '../schema.ts'

/**
 * The rules of booking, a line each.
 * @param cancellation what comes back when a lesson is cancelled
 * @param more further lines
 * @param bookable `today` and `last` as `yyyy-MM-dd` at the place
 */
export function CoachPolicies({
  coach,
  cancellation,
  more,
  bookable,
}: {
  coach: CoachProfile
  cancellation: string
  more?: ReactNode
  bookable: { today: string; last: string } | null
}) {
  const zone = bookable ? zoneName(`${bookable.today}T12:00:00Z`, coach.zone) : coach.zone
  const lines = [
    {
      icon: Clock,
      text:
        coach.noticeHours > 0
          ? `Book at least ${formatDuration(coach.noticeHours * 60)} ahead.`
          : 'Book up to the last minute.',
    },
    bookable
      ? {
          icon: CalendarRange,
          text: `Times are open until ${formatDay(`${bookable.last}T12:00:00Z`, 'UTC')}.`,
        }
      : null,
    { icon: Globe, text: `Times are local to ${coach.location} (${zone}).` },
    {
      icon: CreditCard,
      text: `Lessons of ${coach.durations.map(formatDuration).join(', ')}, paid when you book.`,
    },
    coach.groupLessons
      ? {
          icon: UsersRound,
          text: `Group lessons for up to ${coach.groupLessons.size} players: ${formatMoney(coach.groupLessons.hourlyRateCents)} an hour together${coach.groupLessons.isBookable ? '' : ', on request'}.`,
        }
      : null,
    coach.playingRateCents === null
      ? null
      : {
          icon: Flag,
          text: `Playing lessons on the course: ${formatMoney(coach.playingRateCents)} an hour${coach.playingMinutes === null ? ', on request' : `, ${formatDuration(coach.playingMinutes)}`}.`,
        },
    { icon: Undo2, text: cancellation },
  ].filter((line) => line !== null)
  return (
    <section aria-labelledby="policies">
      <h2 id="policies" className="text-title">
        Good to know
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {lines.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-3">
            <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
            {text}
          </li>
        ))}
        {more}
      </ul>
    </section>
  )
}
