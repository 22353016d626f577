import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useOnLeave } from '#platform/use-on-leave.ts'
import { onboardingClient } from '../client.ts'
import { type CoachDraft, type FullDraft, fullDraft } from '../schema.ts'

const QUIET_MS = 700
const RETRY_MS = 5_000

/** `untouched`: no input since the page was opened; `live`: the coach went live elsewhere, so there is no draft any more. */
export type SavingState = 'untouched' | 'saved' | 'saving' | 'failed' | 'live'

type Outcome = 'saved' | 'failed' | 'live'

/**
 * Saves the draft as the user types: when typing pauses, when a step is left, and again after a failure. The
 * fields never wait for it.
 */
export function useDraftAutosave(initial: CoachDraft) {
  const [draft, setDraft] = useState<FullDraft>(() => fullDraft(initial))
  const [saving, setSaving] = useState<SavingState>('untouched')
  const waiting = useRef<CoachDraft>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const underWay = useRef<Promise<Outcome> | null>(null)

  function change(patch: CoachDraft) {
    setDraft((now) => ({ ...now, ...patch }))
    waiting.current = { ...waiting.current, ...patch }
    setSaving('saving')
    saveIn(QUIET_MS)
  }

  function saveIn(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), ms)
  }

  /**
   * Sends pending changes, after the request that is under way.
   * @returns the error when the request failed; it is retried automatically
   */
  async function flush(): Promise<{ error?: unknown }> {
    clearTimeout(timer.current)
    // Another caller that waited, too, may have begun the next request.
    while (underWay.current) await underWay.current
    const patch = waiting.current
    if (Object.keys(patch).length === 0) return {}
    waiting.current = {}
    setSaving('saving')
    let failure: unknown
    underWay.current = onboardingClient.saveDraft.call(patch).then(
      () => 'saved' as const,
      (error) => {
        failure = error
        return readProblem(error).code === 'already_coach' ? 'live' : 'failed'
      },
    )
    const outcome = await underWay.current
    underWay.current = null
    if (outcome === 'failed') {
      waiting.current = { ...patch, ...waiting.current }
      saveIn(RETRY_MS)
    }
    setSaving(outcome === 'saved' && Object.keys(waiting.current).length > 0 ? 'saving' : outcome)
    return outcome === 'failed' ? { error: failure } : {}
  }

  useOnLeave(() => void flush())

  return { draft, change, flush, saving }
}
