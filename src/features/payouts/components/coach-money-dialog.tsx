import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { payoutsClient } from '../client.ts'
import { monthName } from '../statements/month-words.ts'
import type { Next } from '../statements/schema.ts'
import { amountDetail, paidWords, type StatementKind, shownAmount } from '../statements/statement-amounts.ts'
import { MoneyUnreadable } from './money-unreadable.tsx'

const accounts = {
  none: 'No bank account yet',
  pending: 'Bank account being checked',
  active: 'Can be paid',
  restricted: 'Restricted by Stripe',
}

/** What a coach earned in a year or a month, for admins. */
export function CoachMoneyDialog({ instructorId, onClose }: { instructorId: string; onClose: () => void }) {
  const [year, setYear] = useState<number>()
  const [month, setMonth] = useState<number>()
  const reading = useQuery(
    payoutsClient.coachMoney.queryOptions({
      input: { instructorId, year, month },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const money = reading.data
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={money ? `Earnings of ${money.coach.name}` : 'Coach’s earnings'}
      description={
        money
          ? `${money.coach.email} · ${accounts[money.coach.account]} · ${formatMoney(money.statement.heldCents)} held now`
          : undefined
      }
    >
      {reading.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : !money ? (
        <MoneyUnreadable error={reading.error} onRetry={() => void reading.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <div className="grid max-w-md grid-cols-2 gap-4">
            <Field label="Year">
              <Select
                value={String(money.statement.year)}
                options={money.statement.years.map((one) => ({ value: String(one), label: String(one) }))}
                onChange={(event) => {
                  setYear(Number(event.target.value))
                  setMonth(undefined)
                }}
              />
            </Field>
            <Field label="Month">
              <Select
                value={month === undefined ? '' : String(month)}
                placeholder="The whole year"
                options={money.statement.months.map((one) => ({
                  value: String(one.month),
                  label: monthName(one.month),
                }))}
                onChange={(event) => setMonth(event.target.value ? Number(event.target.value) : undefined)}
              />
            </Field>
          </div>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
            {(
              [
                ['Students paid', money.lines.sum.grossCents],
                ['Our fee', money.lines.sum.feesCents],
                ['Refunds', money.lines.sum.refundsCents],
                ['Coach’s share', money.lines.sum.netCents],
                ['Sent to the coach', money.lines.sum.paidOutCents],
              ] as const
            ).map(([label, cents]) => (
              <div key={label} className="rounded-card border px-3 py-2">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="tabular text-lg font-semibold">{formatMoney(cents)}</dd>
              </div>
            ))}
          </dl>
          <ol className="divide-y">
            {money.lines.lines.map((line) => (
              <li key={line.id} className="grid grid-cols-[1fr_auto] gap-x-4 py-2.5 text-[0.9375rem]">
                <p className="min-w-0">
                  <span className="font-medium">
                    {line.kind === 'paid' ? paidWords(line) : lineWords[line.kind]}
                  </span>{' '}
                  <span className="text-muted">
                    {line.title} with <bdi>{line.studentName}</bdi>
                  </span>
                </p>
                <p className="tabular text-right font-semibold">{formatMoney(shownAmount(line))}</p>
                <p className="tabular col-span-2 text-sm text-muted">
                  {formatMoment(line.at, money.statement.zone)}
                  {[amountDetail(line), nextStep(line.next, money.statement.zone)].map((words) =>
                    words ? ` · ${words}` : null,
                  )}
                </p>
              </li>
            ))}
          </ol>
          {money.lines.lines.length === 0 ? <p className="text-muted">No activity in this period.</p> : null}
          {money.lines.total > money.lines.lines.length ? (
            <p className="text-sm text-muted">
              The newest {money.lines.lines.length} of {money.lines.total} lines. Choose a month for the
              others; the sums above are of all of them.
            </p>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

const lineWords: Record<Exclude<StatementKind, 'paid'>, string> = {
  package_opened: 'Package opened',
  credit_used: 'Lesson of a package',
  credit_returned: 'Lesson back in its package',
  package_ended: 'Package ended',
  refund_due: 'Coach’s part of a refund',
  refunded: 'Refund arrived',
  refund_returned: 'Refund sent back by the bank',
  refunded_by_hand: 'Refund paid another way',
  released: 'Sent to the coach’s account',
  reversed: 'Taken back from the coach’s account',
  direct: 'Paid to the coach in cash or elsewhere',
}

/** Describes the next step for a payment, for admins who answer questions about it. */
function nextStep(next: Next, zone: string): string {
  switch (next.what) {
    case 'lesson':
      return `held until the lesson ends, ${formatMoment(next.at, zone)}`
    case 'completion':
      return `held until the lesson is completed, automatically ${formatMoment(next.at, zone)}`
    case 'answer':
      return 'paid out a day after the coach answers, or refunded'
    case 'package':
      return 'each of its lessons is paid out after it was taught'
    case 'payout':
      return `paid out ${formatMoment(next.at, zone)}`
    case 'sending':
      return 'on its way to the bank'
    case 'problem':
      return 'held until the reported problem is settled'
    case 'account':
      return 'waits for the coach’s bank account'
    case 'sent':
      return `was sent ${formatMoment(next.at, zone)}`
    case 'nothing':
      return 'settled'
  }
}
