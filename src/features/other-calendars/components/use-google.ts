import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'

/** Opens Google's consent page, which redirects back to this page. */
export function useGoogle(): { isLeaving: boolean; connect: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false)
  async function connect() {
    setLeaving(true)
    try {
      const { url } = await otherCalendarsClient.connectGoogle.call()
      navigateAway(url)
    } catch (error) {
      setLeaving(false)
      toast.error('Not connected', readProblem(error).message ?? 'We could not reach the server.')
    }
  }
  return { isLeaving, connect }
}
