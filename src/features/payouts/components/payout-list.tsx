import { Link } from '@tanstack/react-router'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import type { Payout } from '../schema.ts'

/** A coach's shares of all years, a line each: a table where there is room, cards on a phone. */
export function PayoutRows({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <div className="@container">
      <ul className="divide-y rounded-card border bg-surface-raised @2xl:hidden">
        {payouts.map((payout) => (
          <li key={payout.id} className="px-4 py-3.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{payout.studentName}</span>
              <span className="tabular font-semibold">{formatMoney(payout.amountCents)}</span>
            </p>
            <p className="tabular mt-0.5 text-sm text-muted">
              {payout.title} ·{' '}
              {payout.isOfPackage
                ? 'lessons not taken'
                : formatDay(payout.start, payout.zone, { year: true })}
            </p>
            <Clawback payout={payout} />
            <div className="mt-2">
              <State payout={payout} />
            </div>
          </li>
        ))}
      </ul>
      <div className="hidden overflow-x-auto rounded-card border bg-surface-raised @2xl:block">
        <Table label="Your shares">
          <TableHead>
            <TableRow>
              <TableHeader>For</TableHeader>
              <TableHeader>Student</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader numeric>Your share</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {payouts.map((payout) => (
              <TableRow key={payout.id}>
                <TableCell>
                  <span className="block font-medium">{payout.title}</span>
                  <span className="tabular text-sm text-muted">
                    {payout.isOfPackage
                      ? 'Lessons of the package not taken'
                      : formatMoment(payout.start, payout.zone, { year: true })}
                  </span>
                </TableCell>
                <TableCell>{payout.studentName}</TableCell>
                <TableCell>
                  <State payout={payout} />
                </TableCell>
                <TableCell numeric>
                  {formatMoney(payout.amountCents)}
                  <Clawback payout={payout} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}

/** What of a share that was sent came back, because the student was refunded later. */
function Clawback({ payout }: { payout: Payout }) {
  if (payout.reversedCents === 0) return null
  return (
    <span className="tabular block text-sm text-muted">{formatMoney(payout.reversedCents)} taken back</span>
  )
}

/** Where the money is, and when or on what it moves on. */
function State({ payout }: { payout: Payout }) {
  const note = 'mt-1 block text-sm text-muted'
  if (payout.status === 'sent' && payout.sentAt)
    return (
      <>
        <Badge tone="green">Paid out</Badge>
        <span className={note}>{formatDay(payout.sentAt, payout.zone, { year: true })}</span>
      </>
    )
  if (payout.status === 'sending')
    return (
      <>
        <Badge tone="blue">On its way</Badge>
        <span className={note}>Stripe is sending it.</span>
      </>
    )
  if (payout.holdReason === 'problem_reported')
    return (
      <>
        <Badge tone="red">Held</Badge>
        <span className={note}>
          A problem was reported. It waits until that is settled.{' '}
          {payout.bookingId ? (
            <Link to="/lessons" search={{ lesson: payout.bookingId }} className="text-link">
              See it and answer
            </Link>
          ) : null}
        </span>
      </>
    )
  if (payout.holdReason === 'suspended')
    return (
      <>
        <Badge tone="red">Held</Badge>
        <span className={note}>It waits while the account is suspended.</span>
      </>
    )
  if (payout.holdReason === 'no_account')
    return (
      <>
        <Badge tone="yellow">Waits for your account</Badge>
        <Link to="/payment-settings" className={`${note} text-link`}>
          Connect a bank account
        </Link>
      </>
    )
  if (payout.holdReason === 'account_restricted')
    return (
      <>
        <Badge tone="yellow">Waits for Stripe</Badge>
        <Link to="/payment-settings" className={`${note} text-link`}>
          Stripe has paused your payouts
        </Link>
      </>
    )
  return (
    <>
      <Badge tone="yellow">Held</Badge>
      <span className={note}>Pays out {formatMoment(payout.dueAt, payout.zone)}.</span>
    </>
  )
}
