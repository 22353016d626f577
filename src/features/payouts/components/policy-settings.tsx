import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { type CancellationPolicy, cancellationPolicies } from '#features/coaches/coach.ts'
import { readProblem } from '#platform/api-problem.ts'
import { ChoiceForm } from '#ui/choice-form.tsx'
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
  return (
    <ChoiceForm
      legend="Cancellation policy"
      name="policy"
      options={cancellationPolicies.map((policy) => ({
        value: policy,
        label: names[policy],
        description: policyText(policy),
      }))}
      saved={current.data?.policy}
      errorTitle={current.isError ? 'Your policy could not be loaded.' : null}
      onRetry={() => void current.refetch()}
      saveLabel="Save policy"
      busy={save.isPending}
      onSave={(policy) => save.mutate({ policy })}
    />
  )
}
