import { BadgeCheck, Info } from 'lucide-react'
import { Suspense, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { CoachProfile } from '../schema.ts'

const load = () => import('./coach-checks.tsx')
const prepare = () => void load().catch(() => undefined)
const CoachChecks = lazyPart(load, 'CoachChecks')

/**
 * A summary of what was verified for this coach, with a dialog that lists each check and its date. Green only
 * when there is a record. The code of the dialog is loaded when the visitor is about to open it.
 */
export function CoachVerified({ coach, isAdmin }: { coach: CoachProfile; isAdmin: boolean }) {
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened')
  const isChecked = coach.verifiedCredentials.length > 0 || coach.backgroundCheckedOn !== null
  const Mark = isChecked ? BadgeCheck : Info
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={dialog === 'open'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setDialog('open')}
        className={cn(
          'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-5 font-semibold underline decoration-current/40 decoration-dotted underline-offset-4 hover:decoration-current',
          isChecked ? 'bg-green-soft text-green' : 'bg-surface-sunken text-muted',
        )}
      >
        <Mark aria-hidden strokeWidth={2.25} className="size-3.5" />
        {summaryOf(coach)}
      </button>
      {dialog === 'never opened' ? null : (
        <Suspense fallback={null}>
          <CoachChecks
            coach={coach}
            isAdmin={isAdmin}
            open={dialog === 'open'}
            onOpenChange={(isOpen) => setDialog(isOpen ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}

/** Summarizes the checks on record. Without any, describes the mark and claims nothing. */
function summaryOf({ verifiedCredentials, backgroundCheckedOn }: CoachProfile): string {
  const checks = [
    ...(backgroundCheckedOn ? ['background'] : []),
    ...(verifiedCredentials.length > 0 ? ['certificate'] : []),
  ]
  return checks.length > 0 ? `Verified: ${checks.join(' and ')}` : 'About the Verified mark'
}
