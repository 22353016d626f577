import { useState } from 'react'
import { useEntered } from '#features/accounts/components/use-entered.ts'
import type { Me } from '#features/accounts/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { BookingAccountDialog } from './booking-account-dialog.tsx'

/** A coach who lets people book only on request, and a viewer who has not been let in (U17). */
export function InstantRequest({ coach, me }: { coach: CoachProfile; me: Me | null }) {
  const [open, setOpen] = useState(false)
  const entered = useEntered()
  return (
    <>
      <Button variant="primary" size="lg" onClick={() => setOpen(true)} className="w-full">
        Message to request a time
      </Button>
      <p className="-mt-1 text-center text-sm text-muted">
        {coach.label} opens the calendar to one student at a time.
      </p>
      {me ? (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={`${coach.label} books by request`}
          footer={
            <>
              <DialogClose>
                <Button>Back to the profile</Button>
              </DialogClose>
              <LinkButton href="/" variant="primary">
                Find a coach to book now
              </LinkButton>
            </>
          }
        >
          <p>
            The times on this page are really open, and {coach.label} gives students access to them one by
            one. Sending messages from here is not ready yet, so we can't pass your wish on today.
          </p>
          <p className="mt-3 text-muted">
            As soon as {coach.label} lets you in, the button on this page becomes “Confirm Booking”.
          </p>
        </Dialog>
      ) : (
        <BookingAccountDialog
          open={open}
          onOpenChange={setOpen}
          title="Create Your Account"
          description={`${coach.label} books by request, and wants to know who asks.`}
          submitLabel="Create account"
          signInLabel="Sign in"
          createdText={`You are signed in. ${coach.label} books by request.`}
          onEntered={async (person) => await entered(person)}
        />
      )}
    </>
  )
}
