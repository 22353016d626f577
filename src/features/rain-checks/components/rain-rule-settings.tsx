import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rainRules } from '#features/coaches/coach.ts'
import { readProblem } from '#platform/api-problem.ts'
import { ChoiceForm } from '#ui/choice-form.tsx'
import { toast } from '#ui/toast.tsx'
import { rainChecksClient } from '../client.ts'
import { rainRuleHint, rainRuleNames } from '../rain-check.ts'
import { applyRainRule, rainRuleQuery } from './rain-rule-query.ts'

/** A coach's rule for bad weather of lessons booked from now on. */
export function RainRuleSettings() {
  const queryClient = useQueryClient()
  const current = useQuery(rainRuleQuery)
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
  return (
    <ChoiceForm
      legend="Weather rule"
      name="rule"
      options={rainRules.map((rule) => ({
        value: rule,
        label: rainRuleNames[rule],
        description: rainRuleHint(rule),
      }))}
      saved={current.data?.rule}
      errorTitle={current.isError ? 'Your weather rule could not be loaded.' : null}
      onRetry={() => void current.refetch()}
      saveLabel="Save weather rule"
      busy={save.isPending}
      onSave={(rule) => save.mutate({ rule })}
    />
  )
}
