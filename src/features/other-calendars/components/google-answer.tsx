import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'
import { busyWords } from './add-calendar-dialog.tsx'
import { otherCalendarsQuery, showChanged } from './calendar-queries.ts'
import { ChooseCalendars } from './choose-calendars.tsx'
import { ConnectGoogle } from './connect-google.tsx'

/** The query parameters of Google's redirect. */
export interface GoogleReply {
  state: string
  code?: string | undefined
  error?: string | undefined
}

/**
 * Handles Google's redirect: finishes connecting, shows the result, and opens the choice of calendars.
 * @param onTaken called when the URL parameters can be removed
 */
export function GoogleAnswer({ reply, onTaken }: { reply: GoogleReply; onTaken: () => void }) {
  const queryClient = useQueryClient()
  const connection = useQuery(otherCalendarsQuery).data?.google.connection
  const [outcome, setOutcome] = useState<'waiting' | 'choosing' | 'done' | { refusal: string }>('waiting')
  const isTaken = useRef(false)
  // Runs once: the authorization code can be used only once.
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    onTaken()
    void take()

    async function take() {
      const { state, code } = reply
      if (!code) {
        setOutcome({
          refusal:
            reply.error === 'access_denied'
              ? 'You did not allow it at Google. Nothing was changed.'
              : 'Google answered with an error. Nothing was changed.',
        })
        return
      }
      try {
        const changed = await otherCalendarsClient.finishGoogle.call({ state, code })
        await showChanged(queryClient, changed)
        const { calendarId } = changed.google.connection ?? {}
        const line = changed.calendars.find(({ id }) => id === calendarId)
        toast.success('Google Calendar connected', line ? busyWords(line.busyTimes) : undefined)
        setOutcome('choosing')
      } catch (error) {
        setOutcome({ refusal: readProblem(error).message ?? 'We could not reach the server.' })
      }
    }
  }, [reply, onTaken, queryClient])

  if (outcome === 'waiting')
    return (
      <p role="status" className="mt-6 flex items-center gap-3 text-[0.9375rem]">
        <Spinner />
        Connecting Google Calendar…
      </p>
    )
  if (outcome === 'choosing')
    return connection ? (
      <ChooseCalendars connection={connection} isFirst onClose={() => setOutcome('done')} />
    ) : null
  if (outcome === 'done') return null
  return (
    <Alert
      tone="error"
      title="Google Calendar was not connected"
      className="mt-6"
      action={<ConnectGoogle again />}
    >
      {outcome.refusal}
    </Alert>
  )
}
