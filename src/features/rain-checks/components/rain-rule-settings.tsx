import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type RainRule, rainRules } from '#features/coaches/coach.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { rainChecksClient } from '../client.ts'
import { rainRuleHint, rainRuleNames } from '../rain-check.ts'
import { applyRainRule, rainRuleQuery } from './rain-rule-query.ts'

/** A coach's rule for bad weather of lessons booked from now on. */
export function RainRuleSettings() {
  const queryClient = useQueryClient()
  const current = useQuery(rainRuleQuery)
  const [chosen, setChosen] = useState<RainRule>()
  useEffect(() => setChosen(current.data?.rule), [current.data?.rule])
  const save = useMutation({
    ...rainChecksClient.setRule.mutationOptions(),
    onSuccess: (saved) => {
      applyRainRule(queryClient, saved)
      toast.success('Weather rule saved', 'It counts for lessons booked from now on.')
    },
    onError: (error) =>
      toast.error(
        'Weather rule not saved',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      ),
  })
  if (current.isPending) return <Skeleton className="h-44 w-full" />
  if (current.isError)
    return (
      <Alert
        tone="error"
        title="Your weather rule could not be loaded."
        action={
          <Button size="sm" onClick={() => void current.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const value = chosen ?? current.data.rule
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ rule: value })
      }}
    >
      <RadioGroup
        legend="Weather rule"
        hideLegend
        name="rule"
        value={value}
        onValueChange={(next) => setChosen(rainRules.find((rule) => rule === next))}
        options={rainRules.map((rule) => ({
          value: rule,
          label: rainRuleNames[rule],
          description: rainRuleHint(rule),
        }))}
      />
      <Button
        type="submit"
        variant="brand"
        className="mt-5"
        loading={save.isPending}
        disabled={value === current.data.rule}
      >
        Save weather rule
      </Button>
    </form>
  )
}
