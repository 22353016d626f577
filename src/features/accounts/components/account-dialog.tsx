import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import type { Me } from '../schema.ts'
import { AccountForm, type AccountFormProps, type TypedAccount } from './account-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInProvidersQuery } from './sign-in-providers-query.ts'

export type AccountDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** A summary of what the account is for, always visible. */
  summary?: ReactNode
  /** Additional fields of the form. */
  more?: AccountFormProps['more']
  create?: AccountFormProps['create']
  submitLabel: string
  /** The button label after the account was created, while the original action continues. */
  continuingLabel?: string
  signInLabel: string
  /** Title and text of the message after an account was created; without it, `onEntered` displays its own. */
  created?: { title: string; text: string }
  /** What is kept when signing in to an existing account: "the time you chose stays chosen". */
  keptText: string
  /** Runs in the click event that submits the form. */
  onSending?: () => void
  onFailed?: () => void
  /** The dialog stays open with its button busy until this resolves. */
  onEntered: (me: Me, account: { isNew: boolean }) => Promise<void>
}

/**
 * Asks for an account in order to continue: create one or sign in. Input is kept, even if the dialog is
 * closed and reopened.
 */
export function AccountDialog(props: AccountDialogProps) {
  const { open, onOpenChange, title, description, summary, onSending, onFailed, onEntered } = props
  const [known, setKnown] = useState<{ email: string; isRegistered: boolean } | null>(null)
  const typed = useRef<TypedAccount>({})
  const here = useLocation({ select: ({ href }) => href })
  // What was typed into additional fields would be lost.
  const mayLeave = !props.more
  // Loaded before the dialog opens, so that its fields do not move.
  useQuery(signInProvidersQuery)
  const linkClass = 'text-link font-semibold'
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {summary ? <div className="mb-6 rounded-control bg-surface-sunken p-4 sm:p-5">{summary}</div> : null}
      {known ? (
        <>
          {known.isRegistered ? (
            <Alert tone="info" title="Welcome back" className="mb-5">
              {known.email} already has an account. Sign in with its password; {props.keptText}.
            </Alert>
          ) : null}
          <SignInForm
            email={known.email}
            mayLeave={mayLeave}
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
          typed={typed.current}
          returnTo={mayLeave ? here : undefined}
          more={props.more}
          create={props.create}
          submitLabel={props.submitLabel}
          continuingLabel={props.continuingLabel}
          onSending={onSending}
          onFailed={onFailed}
          onAlreadyRegistered={(email) => setKnown({ email, isRegistered: true })}
          onCreated={async (me) => {
            if (props.created) toast.success(props.created.title, props.created.text)
            await onEntered(me, { isNew: true })
          }}
          footer={
            <p className="text-center text-[0.9375rem] text-muted">
              Have an account?{' '}
              <button
                type="button"
                className={linkClass}
                onClick={() => setKnown({ email: typed.current.email ?? '', isRegistered: false })}
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
