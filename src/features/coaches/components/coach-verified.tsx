import { BadgeCheck, CircleMinus, Info } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatDate } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CoachProfile } from '../schema.ts'

const CoachVerifications = lazy(async () => ({
  default: (await import('./coach-verifications.tsx')).CoachVerifications,
}))

/**
 * What was checked for this coach, in a word, and in a dialog each check with its day. Green only where there is a record.
 * Admins keep the records here.
 */
export function CoachVerified({ coach, isAdmin }: { coach: CoachProfile; isAdmin: boolean }) {
  const { verifiedCredentials: verified, backgroundCheckedOn } = coach
  const others = coach.credentials.filter((one) => !verified.some(({ credential }) => credential === one))
  const isChecked = verified.length > 0 || backgroundCheckedOn !== null
  const Mark = isChecked ? BadgeCheck : Info
  return (
    <Dialog
      size="sm"
      title="What “Verified” means"
      trigger={
        <button
          type="button"
          className={cn(
            'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-5 font-semibold underline decoration-current/40 decoration-dotted underline-offset-4 hover:decoration-current',
            isChecked ? 'bg-green-soft text-green' : 'bg-surface-sunken text-muted',
          )}
        >
          <Mark aria-hidden strokeWidth={2.25} className="size-3.5" />
          {summaryOf(coach)}
        </button>
      }
    >
      <p>
        Every coach listed on Greenside carries the Verified mark. It does not say that everything was
        checked. This is what we have checked for {coach.label}:
      </p>
      <ul className="mt-4 space-y-2.5 text-[0.9375rem]">
        <Check title="Background check" isMade={backgroundCheckedOn !== null}>
          {backgroundCheckedOn
            ? `Report checked ${formatDate(backgroundCheckedOn)}`
            : 'Not checked by us. Ask the coach, or a club that employs them, if it matters to you.'}
        </Check>
        {verified.map(({ credential, checkedOn }) => (
          <Check key={credential} title={credential} isMade>
            Certificate checked {formatDate(checkedOn)}
          </Check>
        ))}
        {others.map((credential) => (
          <Check key={credential} title={credential} isMade={false}>
            Added by {coach.label}. We have not checked the certificate.
          </Check>
        ))}
        {coach.credentials.length === 0 ? (
          <Check title="Certification" isMade={false}>
            {coach.label} lists no certificate.
          </Check>
        ) : null}
      </ul>
      <p className="mt-4 text-[0.9375rem] text-muted">
        Reviews come from students after a lesson booked here. Reviews from elsewhere are labeled as imported.
      </p>
      {isAdmin ? (
        <Suspense fallback={<Skeleton className="mt-6 h-40 w-full" />}>
          <CoachVerifications coach={coach} />
        </Suspense>
      ) : null}
    </Dialog>
  )
}

/** The checks on record in a few words; without any, what the mark is, and no claim. */
function summaryOf({ verifiedCredentials, backgroundCheckedOn }: CoachProfile): string {
  const checks = [
    ...(backgroundCheckedOn ? ['background'] : []),
    ...(verifiedCredentials.length > 0 ? ['certificate'] : []),
  ]
  return checks.length > 0 ? `Verified: ${checks.join(' and ')}` : 'About the Verified mark'
}

function Check({ title, isMade, children }: { title: string; isMade: boolean; children: ReactNode }) {
  const Icon = isMade ? BadgeCheck : CircleMinus
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={cn('mt-0.5 size-4.5 shrink-0', isMade ? 'text-green' : 'text-muted')} />
      <span>
        {title}
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </li>
  )
}
