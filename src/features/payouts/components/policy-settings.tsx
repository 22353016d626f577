import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { type CancellationPolicy, cancellationPolicies } from '#features/coaches/coach.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { applyPolicy, policyQuery } from './settings-queries.ts'

const names: Record<CancellationPolicy, string> = {
  flexible: 'Flexible',
  standard: 'Standard',
  strict: 'Strict',
}

/** The terms of cancelling of lessons booked from now on. */
export function PolicySettings() {
  const queryClient = useQueryClient()
  const current = useQuery(policyQuery)
  const [chosen, setChosen] = useState<CancellationPolicy>()
  useEffect(() => setChosen(current.data?.policy), [current.data?.policy])
  const save = useMutation({
    ...bookingsClient.setCancellationPolicy.mutationOptions(),
    onSuccess: (saved) => {
      applyPolicy(queryClient, saved)
      toast.success('Policy saved', 'It counts for lessons booked from now on.')
    },
    onError: (error) =>
      toast.error(
        'Policy not saved',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      ),
  })
  if (current.isPending) return <Skeleton className="h-44 w-full" />
  if (current.isError)
    return (
      <Alert
        tone="error"
        title="Your policy could not be loaded."
        action={
          <Button size="sm" onClick={() => void current.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const value = chosen ?? current.data.policy
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ policy: value })
      }}
    >
      <RadioGroup
        legend="Cancellation policy"
        hideLegend
        name="policy"
        value={value}
        onValueChange={(next) => setChosen(cancellationPolicies.find((policy) => policy === next))}
        options={cancellationPolicies.map((policy) => ({
          value: policy,
          label: names[policy],
          description: policyText(policy),
        }))}
      />
      <Button
        type="submit"
        variant="brand"
        className="mt-5"
        loading={save.isPending}
        disabled={value === current.data.policy}
      >
        Save policy
      </Button>
    </form>
  )
}
