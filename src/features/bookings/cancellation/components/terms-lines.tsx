import { Check, X } from 'lucide-react'
import { formatMoment } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import type { Lesson } from '../../schema.ts'

/**
 * Until when how much comes back, a line each, at the place of the lesson.
 * @param percent what comes back now: better lines are past. Left out where nobody is about to cancel
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
  const last = terms.deadlines.at(-1)
  return (
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {terms.deadlines.map(({ until, percent: back }) => (
        <Line
          key={until}
          isOver={percent !== undefined && back > percent}
          isNow={percent !== undefined && back === percent}
          isGood
        >
          {backWords(back)} until <span className="tabular">{formatMoment(until, zone)}</span>
        </Line>
      ))}
      <Line isOver={false} isNow={percent === 0} isGood={false}>
        {last ? 'Nothing after that' : 'Nothing comes back'}
      </Line>
    </ul>
  )
}

/** The same for a lesson of a package: it can be taken at another time, and no money moves. */
export function PackageTerms({ terms, zone }: { terms: Lesson['terms']; zone: string }) {
  const last = terms.deadlines.at(-1)
  return (
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {last ? (
        <Line isOver={false} isNow={false} isGood>
          The lesson goes back to the package until{' '}
          <span className="tabular">{formatMoment(last.until, zone)}</span>
        </Line>
      ) : null}
      <Line isOver={false} isNow={false} isGood={false}>
        {last ? 'It counts as taken after that' : 'It counts as taken'}
      </Line>
    </ul>
  )
}

function Line({
  isOver,
  isNow,
  isGood,
  children,
}: {
  isOver: boolean
  isNow: boolean
  isGood: boolean
  children: React.ReactNode
}) {
  const Icon = isGood ? Check : X
  return (
    <li
      className={cn(
        'flex items-start gap-2.5',
        isOver && 'text-muted line-through',
        isNow && 'font-semibold',
      )}
    >
      <Icon aria-hidden className={cn('mt-1 size-4 shrink-0', isNow ? 'text-brand' : 'text-muted')} />
      <span>
        {children}
        {isOver ? <span className="sr-only"> (over)</span> : null}
        {isNow ? <span className="sr-only"> (now)</span> : null}
      </span>
    </li>
  )
}

function backWords(percent: number): string {
  if (percent === 100) return 'All of the price back'
  return percent === 50 ? 'Half of the price back' : `${percent}% of the price back`
}
