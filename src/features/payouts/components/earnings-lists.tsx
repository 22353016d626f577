import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { countSold } from '#features/payments/sold-as.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { HeldLessonShare, HeldMoney, TaughtLesson, TaughtYear } from '../schema.ts'

/** All that is held for a coach, lesson by lesson, with the day on which each share goes out. */
export function HeldList({ held }: { held: HeldMoney }) {
  return (
    <>
      <ListHead title="Held for you" cents={held.heldCents} of={forSold(held.lessons)} />
      <ol className="divide-y rounded-card border bg-surface-raised">
        {held.lessons.map((lesson) => (
          <Line
            key={`${lesson.id} ${lesson.isOfPackage}`}
            lesson={lesson}
            cents={lesson.cents}
            note={
              <>
                {lesson.isOfPackage
                  ? 'Lessons of the package not taken'
                  : formatMoment(lesson.start, lesson.zone)}
                {` · ${heldWords(lesson, held.zone)}`}
              </>
            }
          />
        ))}
      </ol>
    </>
  )
}

function heldWords({ waits, at }: HeldLessonShare, zone: string): string {
  switch (waits) {
    case 'sending':
      return 'on its way: Stripe is sending it'
    case 'taken_back':
      return 'taken back from your payout account after a refund'
    case 'problem':
      return 'held until the reported problem is settled'
    case 'account':
      return 'waits for your payout account'
    case 'suspension':
      return 'waits while the account is suspended'
    case 'due':
      return `paid on ${formatDay(at, zone)}`
    case 'answer':
      return 'paid a day after you answer, or refunded when you do not'
    case 'lesson':
      return `paid by ${formatDay(at, zone)}, or a day after you mark the lesson as taught`
  }
}

/** The lessons taught this year with what was paid for each, here or to the coach directly. */
export function TaughtList({ taught }: { taught: TaughtYear }) {
  const { year, revenueCents, paidHereCents, shareCents, directCents, lessons } = taught
  return (
    <>
      <ListHead title={`Lessons taught in ${year}`} cents={revenueCents} of={forSold(lessons)} />
      <p className="mb-3 max-w-prose text-[0.9375rem] text-muted">
        {formatMoney(paidHereCents)} was paid here, and {formatMoney(shareCents)} of it is your share.{' '}
        {directCents > 0 ? `${formatMoney(directCents)} was paid to you directly. ` : ''}A refund is taken off
        its lesson. Gross in the statements differs: it counts what students paid in {year}, also for lessons
        to come, before refunds.
      </p>
      <ol className="divide-y rounded-card border bg-surface-raised">
        {lessons.map((lesson) => (
          <Line
            key={lesson.bookingId}
            lesson={lesson}
            cents={lesson.revenueCents}
            note={
              <>
                {formatMoment(lesson.start, lesson.zone)}
                {lesson.noShow ? ' · the student did not come' : ''}
                {lesson.isPaidDirectly ? (
                  <Badge tone="neutral" className="ml-2">
                    Paid to you directly
                  </Badge>
                ) : (
                  ` · your share ${formatMoney(lesson.shareCents)}`
                )}
              </>
            }
          />
        ))}
      </ol>
    </>
  )
}

const forSold = (lines: readonly Pick<TaughtLesson, 'soldAs'>[]): string =>
  lines.length === 0 ? '' : `for ${countSold(lines.map(({ soldAs }) => soldAs))}`

/** @param of what the amount consists of: `for 2 lessons` */
export function ListHead({ title, cents, of }: { title: string; cents: number; of: string }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 className="text-xl">
        {title}
        <span className="tabular ml-3 text-base font-normal text-muted">
          {formatMoney(cents)} {of}
        </span>
      </h2>
      <LinkButton href="/earnings-payouts" size="sm">
        <X aria-hidden />
        Back to lesson by lesson
      </LinkButton>
    </div>
  )
}

function Line({
  lesson,
  cents,
  note,
}: {
  lesson: { bookingId: string | null; title: string; studentName: string }
  cents: number
  note: ReactNode
}) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3">
      {lesson.bookingId ? (
        <Link to="/lessons" search={{ lesson: lesson.bookingId }} className="text-link min-w-0 wrap-anywhere">
          {lesson.title} with <bdi>{lesson.studentName}</bdi>
        </Link>
      ) : (
        <span className="min-w-0 wrap-anywhere">
          {lesson.title} for <bdi>{lesson.studentName}</bdi>
        </span>
      )}
      <span className="tabular text-right font-semibold">{formatMoney(cents)}</span>
      <p className="tabular col-span-2 text-sm text-muted">{note}</p>
    </li>
  )
}
