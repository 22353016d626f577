import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesClient } from '#features/messages/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { toast } from '#ui/toast.tsx'
import { assistantClient } from '../client.ts'

/** Does one thing about the assistant at a time and asks again for everything that shows it. */
export function useAssistantChange() {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function change(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      toast.error('That did not work', readProblem(error).message ?? 'We could not reach the server.')
      return false
    } finally {
      await Promise.all(
        [
          messagesClient.conversation.key(),
          messagesClient.conversations.key(),
          messagesClient.unread.key(),
          assistantClient.settings.key(),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      setBusy(false)
    }
  }
  return { isBusy, change }
}
