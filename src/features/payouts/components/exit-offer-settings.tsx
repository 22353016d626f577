import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { discountsClient } from '#features/discounts/client.ts'
import {
  EXIT_OFFER_LIMIT_DAYS,
  EXIT_OFFER_REQUIREMENTS,
  EXIT_OFFERS_PER_COACH,
} from '#features/discounts/discount.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.tsx'
import { exitOfferQuery } from './settings-queries.ts'

/** Whether a coach takes part in the offers made to leaving students; Greenside gives up its fee on them (decision 0011). */
export function ExitOfferSettings() {
  const queryClient = useQueryClient()
  const terms = useQuery(exitOfferQuery)
  const save = useMutation({
    ...discountsClient.setExitOfferTerms.mutationOptions(),
    onSuccess: (saved) => {
      queryClient.setQueryData(exitOfferQuery.queryKey, saved)
      toast.success(
        saved.takesPart ? 'You take part in exit offers' : 'You no longer take part in exit offers',
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
  const { takesPart, percentOff, example } = terms.data
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="I take part in exit offers"
        description={`The offer is ${percentOff}% off one lesson. ${siteName} gives up its whole fee on that lesson, and you give the rest.`}
        checked={save.isPending ? save.variables.takesPart : takesPart}
        disabled={save.isPending}
        onCheckedChange={(next) => save.mutate({ takesPart: next })}
        className="rounded-card border bg-surface-raised p-4 sm:p-5"
      />
      <p className="tabular text-[0.9375rem] text-muted">
        An hour of yours at {formatMoney(example.priceCents)} would cost that student{' '}
        {formatMoney(example.reducedCents)}, and you would earn all of it: {formatMoney(example.earnsCents)}{' '}
        instead of {formatMoney(example.usuallyEarnsCents)}.
      </p>
      <p className="text-[0.9375rem] text-muted">
        Offers are made once you have taught {EXIT_OFFER_REQUIREMENTS.lessons} paid lessons to at least{' '}
        {EXIT_OFFER_REQUIREMENTS.students} students, the first of them {EXIT_OFFER_REQUIREMENTS.days} days ago
        or more. At most {EXIT_OFFERS_PER_COACH} are used in {EXIT_OFFER_LIMIT_DAYS} days, and a student uses
        one once.
      </p>
    </div>
  )
}
