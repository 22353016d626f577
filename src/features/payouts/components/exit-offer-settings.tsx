import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bookingsClient } from '#features/bookings/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.tsx'
import { exitOfferQuery } from './settings-queries.ts'

/** Who pays for the offers made to leaving students: Greenside, unless the coach wants to (decision 0011). */
export function ExitOfferSettings() {
  const queryClient = useQueryClient()
  const terms = useQuery(exitOfferQuery)
  const save = useMutation({
    ...bookingsClient.setExitOfferTerms.mutationOptions(),
    onSuccess: (saved) => {
      queryClient.setQueryData(exitOfferQuery.queryKey, saved)
      toast.success(
        saved.coachPays ? 'You pay for exit offers' : 'Greenside pays for exit offers',
        'It counts for lessons booked from now on.',
      )
    },
    onError: (error) =>
      toast.error(
        'Not saved',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      ),
  })
  if (terms.isPending) return <Skeleton className="h-28 w-full" />
  if (terms.isError)
    return (
      <Alert
        tone="error"
        title="This could not be loaded."
        action={
          <Button size="sm" onClick={() => void terms.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const { coachPays, percentOff, example } = terms.data
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="I pay for exit offers myself"
        description={`The offer is ${percentOff}% off one lesson. Greenside pays for it, out of its own fee, unless you want to.`}
        checked={save.isPending ? save.variables.coachPays : coachPays}
        disabled={save.isPending}
        onCheckedChange={(next) => save.mutate({ coachPays: next })}
        className="rounded-card border bg-surface-raised p-4 sm:p-5"
      />
      <p className="tabular text-[0.9375rem] text-muted">
        An hour of yours at {formatMoney(example.priceCents)} would cost that student{' '}
        {formatMoney(example.reducedCents)}. You earn {formatMoney(example.earnsCents)} while Greenside pays,
        the same as without an offer, and {formatMoney(example.earnsIfCoachPaysCents)} when you do.
      </p>
    </div>
  )
}
