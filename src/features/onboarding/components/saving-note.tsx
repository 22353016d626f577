import { CircleCheck, CloudOff } from 'lucide-react'
import type { SavingState } from './use-autosave.ts'

/** Whether what was typed is safe. */
export function SavingNote({ state }: { state: SavingState }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
      {state === 'untouched' ? (
        'What you type is saved as you go.'
      ) : state === 'saved' ? (
        <>
          <CircleCheck aria-hidden className="size-4 text-green" />
          Saved. You can continue at any time.
        </>
      ) : state === 'saving' ? (
        'Saving…'
      ) : (
        <>
          <CloudOff aria-hidden className="size-4 text-red" />
          Not saved yet. We are still trying. Keep this page open.
        </>
      )}
    </p>
  )
}
