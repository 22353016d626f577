import { Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { cn } from '#ui/class-names.ts'
import type { TestCheckout } from '../schema.ts'

/** What is being paid for, and how long the time is kept. `onExpire` runs once, when the hold runs out. */
export function OrderSummary({ checkout, onExpire }: { checkout: TestCheckout; onExpire?: () => void }) {
  const [title, when] = checkout.description.split(' · ')
  return (
    <div className="lg:sticky lg:top-16">
      <p className="text-sm font-medium text-muted">{siteName}</p>
      <h1 className="mt-1 font-sans text-lg font-semibold tracking-normal">{title}</h1>
      <p className="tabular mt-4 text-[2.75rem] leading-none font-semibold tracking-tight">
        {formatMoney(checkout.amountCents)}
      </p>
      <dl className="mt-6 space-y-3 border-t border-ink/10 pt-5 text-[0.9375rem]">
        {when ? (
          <div>
            <dt className="text-sm text-muted">When</dt>
            <dd className="tabular font-medium">{when}</dd>
          </div>
        ) : null}
        {checkout.place ? (
          <div>
            <dt className="text-sm text-muted">Where</dt>
            <dd className="font-medium break-words">{checkout.place}</dd>
          </div>
        ) : null}
        {checkout.terms ? (
          <div>
            <dt className="text-sm text-muted">If you cancel</dt>
            <dd className="tabular font-medium">{checkout.terms}</dd>
          </div>
        ) : null}
        <div>
          <dt className="text-sm text-muted">Receipt goes to</dt>
          <dd className="font-medium break-words">{checkout.customerEmail}</dd>
        </div>
      </dl>
      {checkout.status === 'open' && onExpire ? (
        <HoldCountdown expiresAt={checkout.expiresAt} onExpire={onExpire} />
      ) : null}
    </div>
  )
}

const HURRY_MS = 120_000

function HoldCountdown({ expiresAt, onExpire }: { expiresAt: string; onExpire: () => void }) {
  const now = useNow()
  const until = Date.parse(expiresAt)
  const isOver = now !== null && now >= until
  const isClose = now !== null && until - now < HURRY_MS
  const expire = useRef(onExpire)
  expire.current = onExpire
  useEffect(() => {
    if (isOver) expire.current()
  }, [isOver])
  return (
    <>
      <p
        role="timer"
        className={cn('mt-6 flex items-center gap-2 text-[0.9375rem]', isClose ? 'text-red' : 'text-muted')}
      >
        <Clock aria-hidden className="size-4.5 shrink-0" />
        <span>
          {now === null ? (
            'This time is held for you while you pay, for 15 minutes in all.'
          ) : (
            <>
              Reserved for <span className="tabular font-semibold">{formatTimeLeft(until, now)}</span>
            </>
          )}
        </span>
      </p>
      <p role="status" className="sr-only">
        {isClose && !isOver ? 'Less than two minutes left to pay.' : ''}
      </p>
    </>
  )
}
