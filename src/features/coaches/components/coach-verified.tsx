import { BadgeCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatDate } from '#platform/time.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CoachProfile } from '../schema.ts'

const CoachVerifications = lazy(async () => ({
  default: (await import('./coach-verifications.tsx')).CoachVerifications,
}))

/** The verified mark, and what it means for whoever asks: the certificates that were looked at. Admins keep the records here. */
export function CoachVerified({ coach, isAdmin }: { coach: CoachProfile; isAdmin: boolean }) {
  const { verifiedCredentials: verified } = coach
  const others = coach.credentials.filter((one) => !verified.some(({ credential }) => credential === one))
  return (
    <Dialog
      size="sm"
      title="What “Verified” means"
      trigger={
        <button
          type="button"
          className="inline-flex items-center gap-1.5 rounded-full bg-green-soft px-2.5 py-0.5 text-[0.8125rem] leading-5 font-semibold text-green underline decoration-current/40 decoration-dotted underline-offset-4 hover:decoration-current"
        >
          <BadgeCheck aria-hidden strokeWidth={2.25} className="size-3.5" />
          Verified
        </button>
      }
    >
      <p>
        Every coach listed on Greenside carries this mark. What stands behind it is a record of each
        certificate that was looked at, and the day it was.{' '}
        {verified.length === 0
          ? `No such record is published for ${coach.label} yet, so ask to see a certificate if it matters to you.`
          : null}
      </p>
      {verified.length > 0 ? (
        <>
          <p className="mt-4 text-sm font-semibold">Looked at by us</p>
          <ul className="mt-1.5 space-y-1.5 text-[0.9375rem]">
            {verified.map(({ credential, checkedOn }) => (
              <li key={credential} className="flex gap-2">
                <BadgeCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-green" />
                <span>
                  {credential}
                  <span className="block text-sm text-muted">
                    Certificate checked {formatDate(checkedOn)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {others.length > 0 ? (
        <>
          <p className="mt-4 text-sm font-semibold">
            {verified.length > 0
              ? `Also on the profile, as ${coach.label} puts it`
              : `As ${coach.label} puts it`}
          </p>
          <ul className="mt-1.5 list-disc pl-5 text-[0.9375rem]">
            {others.map((credential) => (
              <li key={credential}>{credential}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-4 text-[0.9375rem] text-muted">
        The mark says nothing about a background check. Reviews marked as imported come from elsewhere; all
        others were written after a lesson booked here.
      </p>
      {isAdmin ? (
        <Suspense fallback={<Skeleton className="mt-6 h-40 w-full" />}>
          <CoachVerifications coach={coach} />
        </Suspense>
      ) : null}
    </Dialog>
  )
}
