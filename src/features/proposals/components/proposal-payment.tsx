import { checkoutClient } from '#features/checkout/client.ts'
import { formatMoney } from '#platform/money.ts'
import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { Proposal } from '../schema.ts'
import { useProposalStep } from './use-proposals.ts'

/** Shown while a time is held until payment: the student can pay or release it; the coach sees the status. */
export function ProposalPayment({ proposal }: { proposal: Proposal }) {
  const now = useNow()
  const { busy, run } = useProposalStep('The time is still held')
  const { holdExpiresAt, checkoutUrl, bookingId, as, priceCents, giftCents } = proposal
  const isRunning = holdExpiresAt !== null && now !== null && Date.parse(holdExpiresAt) > now
  return (
    <div className="flex flex-col gap-3 rounded-control bg-surface-sunken px-4 py-3">
      <p className="text-[0.9375rem]">
        {as === 'coach'
          ? `${proposal.student.name} is paying. The lesson is confirmed when the payment arrives.`
          : 'This time is held for you while you pay.'}
        {isRunning ? (
          <span className="tabular text-muted"> {formatTimeLeft(Date.parse(holdExpiresAt), now)} left.</span>
        ) : null}
      </p>
      {checkoutUrl && bookingId ? (
        <div className="flex flex-wrap gap-2">
          <a href={checkoutUrl} className={buttonClass({ variant: 'primary' })}>
            Pay {formatMoney(priceCents - giftCents)}
          </a>
          <Button
            variant="ghost"
            loading={busy !== null}
            onClick={() => void run('letGo', () => checkoutClient.release.call({ bookingId }))}
          >
            Choose another time
          </Button>
        </div>
      ) : null}
    </div>
  )
}
