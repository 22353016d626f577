import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useLive } from '#platform/use-live.ts'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'

/** Invalidates all queries about proposals and packages. */
export function useRefreshProposals() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: proposalsClient.key() })
}

/**
 * Reloads when the user's proposals or packages change.
 * @param userId undefined disables the subscription
 */
export function useLiveProposals(userId: string | undefined) {
  const refresh = useRefreshProposals()
  useLive(userId ? [`proposals:${userId}`] : [], () => void refresh())
}

/**
 * Runs one action at a time. Errors are shown with the server's message, and the page is reloaded with the
 * current state.
 * @param failedTitle the title of the error message
 */
export function useProposalStep(failedTitle: string) {
  const refresh = useRefreshProposals()
  const running = useRef(false)
  const [busy, setBusy] = useState<string | null>(null)

  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(name)
    try {
      await work()
      return true
    } catch (error) {
      toast.error(
        failedTitle,
        readProblem(error).message ?? 'No connection. Nothing was changed; please try again.',
      )
      return false
    } finally {
      running.current = false
      setBusy(null)
      await refresh()
    }
  }

  return { busy, run }
}
