import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Landmark } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { formatHours } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { payoutsClient } from '../client.ts'
import { PAID_OUT_AFTER_HOURS } from '../payout.ts'
import { AccountNotice } from './account-notice.tsx'
import { accountQuery } from './settings-queries.ts'

const paidOutAfter = formatHours(PAID_OUT_AFTER_HOURS)

/** Whether a coach can be paid, and the way to it: a page of the processor's, who asks what it must know and returns here. */
export function PayoutAccountCard() {
  const queryClient = useQueryClient()
  const account = useQuery(accountQuery)
  const connect = useMutation({
    ...payoutsClient.connect.mutationOptions(),
    onSuccess: ({ status, url }) => {
      if (url) return navigateAway(url)
      if (status === 'active')
        toast.success('Your account is ready', `Shares go out ${paidOutAfter} after a lesson is completed.`)
      else toast.success('Stripe needs nothing from you now', 'This page shows the state of your account.')
      return queryClient.invalidateQueries({ queryKey: payoutsClient.key() })
    },
    onError: (error) =>
      toast.error(
        'Payout account',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      ),
  })
  if (account.isPending) return <Skeleton className="h-24 w-full" />
  if (account.isError)
    return (
      <Alert
        tone="error"
        title="Your payout account could not be loaded."
        action={
          <Button size="sm" onClick={() => void account.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const { status, blockedBy, answerBy } = account.data
  const goOn = (
    <Button variant="primary" className="mt-4" loading={connect.isPending} onClick={() => connect.mutate({})}>
      {status === 'none' ? 'Connect a bank account' : 'Continue with Stripe'}
    </Button>
  )
  if (status === 'restricted' || blockedBy === 'review')
    return (
      <div>
        <AccountNotice account={account.data} inSettings />
        {blockedBy === 'questions' ? goOn : null}
      </div>
    )
  if (status === 'active')
    return (
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-green" />
        <div>
          <p className="font-semibold">
            Your account is connected <Badge tone="green">Ready</Badge>
          </p>
          <p className="mt-1 text-muted">
            We pay your share {paidOutAfter} after each lesson is completed. Change your bank details with
            Stripe.
          </p>
          {answerBy ? (
            <div className="mt-4">
              <AccountNotice account={account.data} inSettings />
              {goOn}
            </div>
          ) : null}
        </div>
      </div>
    )
  return (
    <div>
      <p className="flex items-start gap-3 text-muted">
        <Landmark aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        {status === 'pending'
          ? 'Stripe needs more information before it can pay you. Your earnings are held until then.'
          : 'Connect a bank account to get paid. It takes a few minutes and requires an ID. Students can already book and pay, and we hold your earnings.'}
      </p>
      {goOn}
    </div>
  )
}
