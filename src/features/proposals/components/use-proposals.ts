import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useLive } from '#platform/use-live.ts'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'

/** Asks anew for everything about proposals and packages that the page shows. */
export function useRefreshProposals() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: proposalsClient.key() })
}

/** Keeps what is shown in step with every change of a person's proposals and packages. @param userId none: nothing is heard */
export function useLiveProposals(userId: string | undefined) {
  const refresh = useRefreshProposals()
  useLive(userId ? [`proposals:${userId}`] : [], () => void refresh())
}

/**
 * Does one thing at a time; what goes wrong is told with the server's words, and the page shows how things stand now.
 * @param failedTitle said above the server's words
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
