import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown to an admin when amounts could not be loaded. */
export function MoneyUnreadable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState title="This could not be loaded" action={<Button onClick={onRetry}>Try again</Button>}>
      {readProblem(error).message ?? 'Please check your connection.'}
    </EmptyState>
  )
}
