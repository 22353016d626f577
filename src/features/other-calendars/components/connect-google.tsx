import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'

/** Starts connecting Google Calendar, for the first time or again. */
export function ConnectGoogle({ again = false }: { again?: boolean }) {
  const { isLeaving, connect } = useGoogle()
  return (
    <Button
      variant="brand"
      {...(again ? { size: 'sm' as const } : {})}
      loading={isLeaving}
      onClick={() => void connect()}
    >
      <CalendarPlus aria-hidden />
      {again ? 'Connect again' : 'Connect Google Calendar'}
    </Button>
  )
}

/** Opens Google's consent page, which redirects back to this page. */
function useGoogle(): { isLeaving: boolean; connect: () => Promise<void> } {
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
