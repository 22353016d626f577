import { useRef, useState } from 'react'
import { useOnLeave } from '#platform/use-on-leave.ts'
import { onboardingClient } from '../client.ts'
import { type CoachDraft, type FullDraft, fullDraft } from '../schema.ts'

const QUIET_MS = 700
const RETRY_MS = 5_000

/** `untouched`: no input since the page was opened. */
export type SavingState = 'untouched' | 'saved' | 'saving' | 'failed'

/**
 * Saves the draft as the user types: when typing pauses, when a step is left, and again after a failure. The
 * fields never wait for it.
 */
export function useDraftAutosave(initial: CoachDraft) {
  const [draft, setDraft] = useState<FullDraft>(() => fullDraft(initial))
  const [saving, setSaving] = useState<SavingState>('untouched')
  const waiting = useRef<CoachDraft>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const underWay = useRef<Promise<boolean> | null>(null)

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
   * Sends pending changes.
   * @returns false when the request failed; it is retried automatically
   */
  async function flush(): Promise<boolean> {
    clearTimeout(timer.current)
    if (underWay.current) await underWay.current
    const patch = waiting.current
    if (Object.keys(patch).length === 0) return true
    waiting.current = {}
    setSaving('saving')
    underWay.current = onboardingClient.saveDraft.call(patch).then(
      () => true,
      () => false,
    )
    const arrived = await underWay.current
    underWay.current = null
    if (!arrived) {
      waiting.current = { ...patch, ...waiting.current }
      saveIn(RETRY_MS)
    }
    setSaving(!arrived ? 'failed' : Object.keys(waiting.current).length > 0 ? 'saving' : 'saved')
    return arrived
  }

  useOnLeave(() => void flush())

  return { draft, change, flush, saving }
}
