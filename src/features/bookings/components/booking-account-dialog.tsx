import { type ReactNode, useState } from 'react'
import { AccountForm } from '#features/accounts/components/account-form.tsx'
import { SignInForm } from '#features/accounts/components/sign-in-form.tsx'
import type { Me } from '#features/accounts/schema.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'

export type BookingAccountDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** The lesson it is about. */
  summary?: ReactNode
  submitLabel: string
  /** On the button between the account and what it was made for. */
  continuingLabel?: string
  signInLabel: string
  /** The second line of the message after an account was made. */
  createdText: string
  /** Runs inside the click that sends the form. */
  onSending?: () => void
  onFailed?: () => void
  /** The dialog stays, and its button busy, until this is done. */
  onEntered: (me: Me, account: { isNew: boolean }) => Promise<void>
}

/** An account on the way to a lesson: made here, or signed in to here, without losing what was chosen (U11, U49). */
export function BookingAccountDialog(props: BookingAccountDialogProps) {
  const { open, onOpenChange, title, description, summary, onSending, onFailed, onEntered } = props
  const [known, setKnown] = useState<{ email: string; isRegistered: boolean } | null>(null)
  const linkClass = 'text-link font-semibold'
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {summary ? <div className="mb-6 rounded-control bg-surface-sunken p-4 sm:p-5">{summary}</div> : null}
      {known ? (
        <>
          {known.isRegistered ? (
            <Alert tone="info" title="Good to see you again" className="mb-5">
              {known.email} has an account. Sign in with its password; the time you chose stays chosen.
            </Alert>
          ) : null}
          <SignInForm
            email={known.email}
            submitLabel={props.signInLabel}
            onSending={onSending}
            onFailed={onFailed}
            onSignedIn={(me) => onEntered(me, { isNew: false })}
            footer={
              <p className="text-center text-[0.9375rem] text-muted">
                New here?{' '}
                <button type="button" className={linkClass} onClick={() => setKnown(null)}>
                  Create an account
                </button>
              </p>
            }
          />
        </>
      ) : (
        <AccountForm
          submitLabel={props.submitLabel}
          continuingLabel={props.continuingLabel}
          onSending={onSending}
          onFailed={onFailed}
          onAlreadyRegistered={(email) => setKnown({ email, isRegistered: true })}
          onCreated={async (me) => {
            toast.success('Account created!', props.createdText)
            await onEntered(me, { isNew: true })
          }}
          footer={
            <p className="text-center text-[0.9375rem] text-muted">
              Have an account?{' '}
              <button
                type="button"
                className={linkClass}
                onClick={() => setKnown({ email: '', isRegistered: false })}
              >
                Sign in
              </button>
            </p>
          }
        />
      )}
    </Dialog>
  )
}
