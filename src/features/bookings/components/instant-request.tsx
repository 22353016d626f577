import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useEntered } from '#features/accounts/components/use-entered.ts'
import type { Me } from '#features/accounts/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { BookingAccountDialog } from './booking-account-dialog.tsx'

const LABEL = 'Message to request a time'

/** A coach who lets people book only on request, and a viewer who has not been let in (U17): a message is the way in. */
export function InstantRequest({ coach, me }: { coach: CoachProfile; me: Me | null }) {
  const [open, setOpen] = useState(false)
  const entered = useEntered()
  const navigate = useNavigate()
  const href = `/compose?instructor=${coach.id}`
  return (
    <>
      {me ? (
        <LinkButton href={href} variant="primary" size="lg" className="w-full">
          {LABEL}
        </LinkButton>
      ) : (
        <Button variant="primary" size="lg" onClick={() => setOpen(true)} className="w-full">
          {LABEL}
        </Button>
      )}
      <p className="-mt-1 text-center text-sm text-muted">
        {coach.label} opens the calendar to one student at a time. Once you are let in, you book here.
      </p>
      <BookingAccountDialog
        open={open}
        onOpenChange={setOpen}
        title="Create Your Account"
        description={`${coach.label} books by request, and wants to know who asks.`}
        submitLabel="Create account"
        signInLabel="Sign in"
        createdText={`Now write to ${coach.label}.`}
        onEntered={async (person) => {
          await entered(person)
          await navigate({ href })
        }}
      />
    </>
  )
}
