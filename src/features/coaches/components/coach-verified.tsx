import { BadgeCheck } from 'lucide-react'
import { Dialog } from '#ui/dialog.tsx'
import type { CoachProfile } from '../schema.ts'

/** The verified mark, and what it means for whoever asks. */
export function CoachVerified({ coach }: { coach: CoachProfile }) {
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
        certificate that was looked at, and the day it was. No such record is published for {coach.label} yet,
        so ask to see a certificate if it matters to you.
      </p>
      {coach.credentials.length > 0 ? (
        <>
          <p className="mt-4 text-sm font-semibold">As {coach.label} puts it</p>
          <ul className="mt-1.5 list-disc pl-5 text-[0.9375rem]">
            {coach.credentials.map((credential) => (
              <li key={credential}>{credential}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-4 text-[0.9375rem] text-muted">
        The mark says nothing about a background check. Reviews marked as imported come from elsewhere; all
        others were written after a lesson booked here.
      </p>
    </Dialog>
  )
}
