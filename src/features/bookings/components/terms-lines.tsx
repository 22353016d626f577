import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { MINUTE } from '#platform/duration.ts'
import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { cn } from '#ui/class-names.ts'
import { percentNow, shareName } from '../cancellation/cancellation.ts'
import type { Lesson } from '../schema.ts'

/**
 * The refund deadlines, one per line, in the zone of the lesson's place. The current one is highlighted; past
 * ones are struck through.
 * @param percent the current refund percentage, when the server has returned it
 */
export function TermsLines({
  terms,
  zone,
  percent,
}: {
  terms: Lesson['terms']
  zone: string
  percent?: number
}) {
  const now = useNow(MINUTE)
  const current = percent ?? (now === null ? null : percentNow(terms.deadlines, now))
  return (
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {terms.deadlines.map(({ until, percent: back }) => (
        <Line
          key={until}
          state={current === null || back < current ? 'later' : back === current ? 'now' : 'over'}
          isGood
        >
          {shareName(back)} until <span className="tabular">{formatMoment(until, zone)}</span>
        </Line>
      ))}
      <Line state={current === 0 ? 'now' : 'later'} isGood={false}>
        {current === 0 || terms.deadlines.length === 0
          ? 'Nonrefundable: the cancellation deadline has passed'
          : 'No refund after that'}
      </Line>
    </ul>
  )
}

/** The same for a lesson of a package: it can be booked again, and no money is refunded. */
export function PackageTerms({ terms, zone }: { terms: Lesson['terms']; zone: string }) {
  const now = useNow(MINUTE)
  const last = terms.deadlines.at(-1)
  const isOver = !last || (now !== null && now > Date.parse(last.until))
  const state = now === null ? 'later' : 'now'
  return (
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {last ? (
        <Line state={isOver ? 'over' : state} isGood>
          The lesson goes back to the package until{' '}
          <span className="tabular">{formatMoment(last.until, zone)}</span>
        </Line>
      ) : null}
      <Line state={isOver ? state : 'later'} isGood={false}>
        {isOver ? 'If you cancel now, it counts as taken' : 'After that it counts as taken'}
      </Line>
    </ul>
  )
}

/** Whether a deadline is current, upcoming or past. */
type LineState = 'now' | 'later' | 'over'

function Line({ state, isGood, children }: { state: LineState; isGood: boolean; children: ReactNode }) {
  const Icon = state !== 'now' ? Minus : isGood ? Check : X
  return (
    <li
      className={cn(
        'flex items-start gap-2.5',
        state === 'over' && 'text-muted line-through',
        state === 'now' && 'font-semibold',
      )}
    >
      <Icon
        aria-hidden
        className={cn('mt-1 size-4 shrink-0', state === 'now' && isGood ? 'text-brand' : 'text-muted')}
      />
      <span>
        {children}
        {state === 'over' ? <span className="sr-only"> (over)</span> : null}
        {state === 'now' ? <span className="sr-only"> (now)</span> : null}
      </span>
    </li>
  )
}
