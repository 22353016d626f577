import { Clock, MapPin, Package, Wallet } from 'lucide-react'
import { formatMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { lessonTypeLabels } from '../proposal.ts'
import type { Proposal } from '../schema.ts'

/** The offered lesson, its place and its price. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { lessons, priceCents, validDays } = proposal
  return (
    <dl className="grid gap-x-6 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
      <Fact icon={Clock} label="Lesson">
        {lessonTypeLabels[proposal.lessonType]}, {formatDuration(proposal.durationMinutes)}
      </Fact>
      <Fact icon={Wallet} label="Price">
        <span className="tabular font-semibold">{formatMoney(priceCents)}</span>
        {lessons > 1 ? (
          <span className="tabular text-muted">
            {' '}
            · {formatMoney(Math.round(priceCents / lessons))} a lesson
          </span>
        ) : null}
      </Fact>
      {lessons > 1 ? (
        <Fact icon={Package} label="Package">
          {lessons} lessons, to be taken within {validDays} days
        </Fact>
      ) : null}
      <Fact icon={MapPin} label="Place">
        {proposal.location.name}
      </Fact>
    </dl>
  )
}

function Fact({
  icon: Icon,
  label,
  children,
}: {
  icon: typeof Clock
  label: string
  children: React.ReactNode
}) {
  return (
    <div className="flex min-w-0 gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <dt className="sr-only">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
