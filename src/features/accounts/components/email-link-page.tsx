import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { accountsClient } from '../client.ts'
import { confirmByPasswordForm } from '../email-addresses/schema.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { SeenLink } from './link-page.ts'
import { LinkTrouble } from './link-trouble.tsx'
import { PasswordInput } from './password-input.tsx'

interface Done {
  title: string
  text: string
}

interface EmailLinkPageProps {
  link: SeenLink | null
  purpose: 'email-verification' | 'email-change'
  title: string
  /** Shown to the signed-in owner. */
  text: ReactNode
  /** Shown to anyone else: having the link does not prove who owns the account. */
  passwordText: ReactNode
  button: string
  onConfirm: (input: { token: string; password?: string }) => Promise<void>
  done: Done
  /** For recipients who did not request the email. */
  refusal: { button: string; title: string; description: string; confirmLabel: string; done: Done }
  /** What to do if the link does not work. */
  next: string
}

/**
 * The page behind an emailed link. Opening it changes nothing. Confirming requires the account's session or
 * password; declining does not.
 */
export function EmailLinkPage(props: EmailLinkPageProps) {
  const { link } = props
  const [done, setDone] = useState<Done | null>(null)
  if (done)
    return (
      <AuthFrame>
        <div role="status">
          <CircleCheck aria-hidden className="size-10 text-green" strokeWidth={1.5} />
          <h1 className="mt-4 text-headline">{done.title}</h1>
          <p className="mt-3 text-muted">{done.text}</p>
        </div>
        <LinkButton href="/" variant="brand" size="lg" className="mt-8">
          Find a coach
        </LinkButton>
      </AuthFrame>
    )
  if (link?.state !== 'good')
    return (
      <AuthFrame>
        <LinkTrouble state={link?.state ?? 'unknown'} next={props.next} />
        <LinkButton href="/profile" variant="brand" size="lg" className="mt-8">
          Go to your profile
        </LinkButton>
      </AuthFrame>
    )
  const Confirm = link.needsPassword ? ConfirmByPassword : ConfirmAsOwner
  return (
    <AuthFrame>
      <h1 className="text-headline">{props.title}</h1>
      <p className="mt-3 mb-8 text-muted">{link.needsPassword ? props.passwordText : props.text}</p>
      <Confirm
        button={props.button}
        onConfirm={async (password) => {
          await props.onConfirm({ token: link.token, ...password })
          setDone(props.done)
        }}
      />
      {link.needsPassword ? (
        <Refuse
          refusal={props.refusal}
          onRefuse={async () => {
            await accountsClient.refuseEmailAddress.call({ purpose: props.purpose, token: link.token })
            setDone(props.refusal.done)
          }}
        />
      ) : null}
    </AuthFrame>
  )
}

interface ConfirmProps {
  button: string
  onConfirm: (password: { password?: string }) => Promise<void>
}

function ConfirmAsOwner({ button, onConfirm }: ConfirmProps) {
  const { busy, failure, attempt } = useAttempt()
  return (
    <div className="flex flex-col gap-4">
      <FormError>{failure}</FormError>
      <Button
        variant="primary"
        size="lg"
        loading={busy}
        className="w-full"
        onClick={() => void attempt(() => onConfirm({}))}
      >
        {button}
      </Button>
    </div>
  )
}

function ConfirmByPassword({ button, onConfirm }: ConfirmProps) {
  const form = useCheckedForm(confirmByPasswordForm)
  return (
    <form {...form.sends(onConfirm, wrongPasswordAt('password'))} className="flex flex-col gap-4">
      <FormError>{form.failure}</FormError>
      <Field label="Password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 w-full">
        {button}
      </Button>
      <p className="text-center text-[0.9375rem] text-muted">
        <a href="/reset-password" className="text-link">
          Forgot your password?
        </a>
      </p>
    </form>
  )
}

function Refuse(props: { refusal: EmailLinkPageProps['refusal']; onRefuse: () => Promise<void> }) {
  const { refusal, onRefuse } = props
  const { failure, attempt } = useAttempt()
  return (
    <div className="mt-8 flex flex-col items-center gap-3 border-t pt-6">
      <FormError>{failure}</FormError>
      <ConfirmDialog
        trigger={<Button variant="ghost">{refusal.button}</Button>}
        title={refusal.title}
        description={refusal.description}
        confirmLabel={refusal.confirmLabel}
        onConfirm={() => attempt(onRefuse)}
      />
    </div>
  )
}
