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
import { nextWords } from '../statements/next-words.ts'
import { adminStatementWords, amountDetail, shownAmount } from '../statements/statement-amounts.ts'
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
                  <span className="font-medium">{adminStatementWords(line)}</span>{' '}
                  <span className="text-muted">
                    {line.title} with <bdi>{line.studentName}</bdi>
                  </span>
                </p>
                <p className="tabular text-right font-semibold">{formatMoney(shownAmount(line))}</p>
                <p className="tabular col-span-2 text-sm text-muted">
                  {formatMoment(line.at, money.statement.zone)}
                  {[amountDetail(line), nextWords(line.next, money.statement.zone, 'admin')].map((words) =>
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
