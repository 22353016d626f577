import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CreditCard, Ellipsis, Scale } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { payoutsClient } from '../client.ts'
import { monthName } from '../statements/month-words.ts'
import type { Next } from '../statements/schema.ts'
import type { StatementKind } from '../statements/statement-amounts.ts'
import { amountDetail, shownAmount } from '../statements/statement-amounts.ts'
import type { TimelineKind } from '../timeline.ts'
import { adminTimelineWords } from '../timeline-admin-words.ts'

const statuses: Record<string, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'yellow' },
  completed: { label: 'Paid', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  refunded: { label: 'Refunded', tone: 'blue' },
  partially_refunded: { label: 'Partly refunded', tone: 'blue' },
}
const text = (row: RowShown, name: string) => String(row.cells[name] ?? '')

/** All payments, with the ledger of the lesson and the yearly totals of the coach. */
export function Payments() {
  const [lesson, setLesson] = useState<RowShown | null>(null)
  const [coach, setCoach] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="payments"
        label="Payments"
        failure="Failed to load payments"
        empty={{
          icon: CreditCard,
          title: 'No payments yet',
          text: 'Every checkout that a student begins appears here.',
        }}
        cells={{
          status: (row) => {
            const status = statuses[text(row, 'status')]
            return status ? <Badge tone={status.tone}>{status.label}</Badge> : null
          },
        }}
        actions={(row) => (
          <Menu
            trigger={
              <Button size="sm" variant="ghost">
                <Ellipsis aria-hidden />
                <span className="sr-only">Actions for the payment by {text(row, 'student')}</span>
              </Button>
            }
          >
            <MenuItem onSelect={() => setLesson(row)}>Ledger</MenuItem>
            <MenuItem onSelect={() => setCoach(row)}>Coach’s earnings</MenuItem>
            <MenuSeparator />
            <MenuItem asChild>
              <Anchor href={`/admin/lessons/${text(row, 'bookingId')}`}>Open the lesson</Anchor>
            </MenuItem>
          </Menu>
        )}
      />
      {lesson ? <LessonMoney row={lesson} onClose={() => setLesson(null)} /> : null}
      {coach ? (
        <CoachMoneyDialog instructorId={text(coach, 'coachId')} onClose={() => setCoach(null)} />
      ) : null}
    </>
  )
}

/** Discrepancies with the payment processor, and refunds and payouts that need an admin. */
export function MoneyFindings() {
  const [lesson, setLesson] = useState<RowShown | null>(null)
  return (
    <>
      <AdminListView
        list="money-findings"
        label="Money to check"
        failure="Failed to load the findings"
        empty={{
          icon: Scale,
          title: 'No differences',
          text: 'Our books are compared with the payment processor’s every hour. What differs appears here.',
        }}
        actions={(row) => (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setLesson(row)}>
            Ledger
            <span className="sr-only"> of the lesson of {text(row, 'student')}</span>
          </Button>
        )}
      />
      {lesson ? <LessonMoney row={lesson} onClose={() => setLesson(null)} /> : null}
    </>
  )
}

function LessonMoney({ row, onClose }: { row: RowShown; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Ledger of this lesson"
      description={`${text(row, 'student')} with ${text(row, 'coach')}`}
    >
      <MoneyTimeline bookingId={text(row, 'bookingId')} zone={text(row, 'zone') || OFFICE_ZONE} />
    </Dialog>
  )
}

/** All transactions of a lesson, oldest first. @param zone the time zone for displayed times */
export function MoneyTimeline({ bookingId, zone }: { bookingId: string; zone: string }) {
  const reading = useQuery(payoutsClient.timeline.queryOptions({ input: { bookingId }, staleTime: 0 }))
  if (reading.isPending) return <Skeleton className="h-64 w-full" />
  if (reading.isError) return <Unreadable error={reading.error} onRetry={() => void reading.refetch()} />
  if (reading.data.length === 0) return <p className="text-muted">No money has moved for this lesson.</p>
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Movements of this money and the balance after each</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="pb-1.5 font-medium">
            Movement
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
            Amount
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {reading.data.map((item) => {
          const { kind, at, amountCents, changeCents, balanceCents } = item
          const isMovement = changeCents !== undefined
          return (
            <tr
              key={`${kind} ${at} ${amountCents}`}
              className={isMovement ? 'border-t align-top' : 'align-top text-muted'}
            >
              <td className={isMovement ? 'py-1.5 font-medium' : 'py-1 pl-4'}>
                {adminTimelineWords[kind]}
                {isMovement || !parts.has(kind) ? (
                  <span className="tabular block text-[0.8125rem] font-normal text-muted">
                    {formatMoment(at, zone)}
                  </span>
                ) : null}
              </td>
              <td className={`tabular pl-3 text-right whitespace-nowrap ${isMovement ? 'py-1.5' : 'py-1'}`}>
                {isMovement ? (
                  <span className="font-semibold">{signed(changeCents)}</span>
                ) : (
                  formatMoney(amountCents)
                )}
              </td>
              <td className={`tabular pl-3 text-right whitespace-nowrap ${isMovement ? 'py-1.5' : 'py-1'}`}>
                {balanceCents === undefined ? null : formatMoney(balanceCents)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Line items that break down the amount of the transaction above them. */
const parts: ReadonlySet<TimelineKind> = new Set([
  'fee',
  'subsidy',
  'held',
  'fee_returned',
  'subsidy_returned',
  'share_returned',
])

const signed = (cents: number) => `${cents < 0 ? '−' : '+'}${formatMoney(Math.abs(cents))}`

const accounts = {
  none: 'No bank account yet',
  pending: 'Bank account being checked',
  active: 'Can be paid',
  restricted: 'Restricted by Stripe',
}

function CoachMoneyDialog({ instructorId, onClose }: { instructorId: string; onClose: () => void }) {
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
        <Unreadable error={reading.error} onRetry={() => void reading.refetch()} />
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
                  <span className="font-medium">{lineWords[line.kind]}</span>{' '}
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

const lineWords: Record<StatementKind, string> = {
  paid: 'Lesson paid',
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

function Unreadable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState title="This could not be loaded" action={<Button onClick={onRetry}>Try again</Button>}>
      {readProblem(error).message ?? 'Please check your connection.'}
    </EmptyState>
  )
}
