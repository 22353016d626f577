import { Link } from '@tanstack/react-router'
import { formatMoney } from '#platform/money.ts'
import { formatDate, formatDay } from '#platform/time.ts'
import { LinkButton } from '#ui/link-button.tsx'
import type { HeldMoney } from '../schema.ts'

const LISTED = 4

/** The first line of a coach's money: what goes out next, on which day, for which lessons, and when it is at the bank. */
export function NextPayout({ held }: { held: HeldMoney }) {
  const { next, lessons } = held
  const ofNext = lessons.filter(({ id }) => next?.ids.includes(id))
  const waits = lessons.some(({ waits: why }) => why === 'account')
  return (
    <section aria-label="Next payout" className="mt-6 rounded-card border bg-surface-raised p-5">
      {next ? (
        <>
          <h2 className="text-xl">
            Next payout: <span className="tabular">{formatMoney(next.cents)}</span> on {formatDate(next.date)}
          </h2>
          <p className="mt-1 text-[0.9375rem] text-muted">
            {next.isCertain ? null : 'Sooner if you mark the lesson as taught earlier. '}
            Usually at your bank by {formatDate(next.arrivesOn)}. Bank holidays come on top.
          </p>
          <ul className="mt-3 flex flex-col gap-1 text-[0.9375rem]">
            {ofNext.slice(0, LISTED).map((lesson) => (
              <li key={lesson.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                {lesson.bookingId ? (
                  <Link
                    to="/lessons"
                    search={{ lesson: lesson.bookingId }}
                    className="text-link wrap-anywhere"
                  >
                    {lesson.title} with <bdi>{lesson.studentName}</bdi>,{' '}
                    {formatDay(lesson.start, lesson.zone)}
                  </Link>
                ) : (
                  <span className="wrap-anywhere">
                    {lesson.title} for <bdi>{lesson.studentName}</bdi>
                  </span>
                )}
                <span className="tabular font-semibold">{formatMoney(lesson.cents)}</span>
              </li>
            ))}
          </ul>
          {ofNext.length > LISTED ? (
            <p className="mt-1 text-sm text-muted">and {ofNext.length - LISTED} more</p>
          ) : null}
        </>
      ) : (
        <>
          <h2 className="text-xl">No payout is on its way</h2>
          <p className="mt-1 text-[0.9375rem] text-muted">
            {waits
              ? 'You are paid once your payout account is ready.'
              : 'After your next lesson its day and amount are here.'}
          </p>
        </>
      )}
      {lessons.length > 0 ? (
        <LinkButton href="/earnings-payouts?show=held#lines" size="sm" className="mt-4">
          All {formatMoney(held.heldCents)} held for you
        </LinkButton>
      ) : null}
    </section>
  )
}
