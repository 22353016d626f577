import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { changeEmailSchema } from '../email-addresses/schema.ts'
import { emailTroubleTexts } from '../email-trouble.ts'
import type { OwnAccount } from '../own-details/schema.ts'
import { PasswordInput } from './password-input.tsx'

/** The email address, whether it is confirmed, and a form to change it. */
export function EmailSettings({ account }: { account: OwnAccount }) {
  const [isChanging, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium break-all">{account.email}</span>
        {account.emailTrouble ? (
          <Badge tone="red" icon={MailWarning}>
            {emailTroubleTexts[account.emailTrouble].badge}
          </Badge>
        ) : account.isEmailVerified ? (
          <Badge tone="green">Confirmed</Badge>
        ) : (
          <Badge tone="yellow" icon={MailWarning}>
            Verify your email
          </Badge>
        )}
      </div>
      {account.isEmailVerified && !account.emailTrouble ? null : (
        <SendAgain email={account.email} trouble={account.emailTrouble} />
      )}
      {sentTo ? (
        <Alert tone="info" title="One more step">
          We wrote to {sentTo}. Open the link in that email to make the change. Until then your address stays
          the same.
        </Alert>
      ) : null}
      {isChanging ? (
        <ChangeEmail
          onSent={(to) => {
            setSentTo(to)
            setChanging(false)
          }}
          onKeep={() => setChanging(false)}
        />
      ) : account.hasPassword ? (
        <Button className="self-start" onClick={() => setChanging(true)}>
          Change the address
        </Button>
      ) : (
        <p className="text-[0.9375rem] text-muted">
          Choose a password first; then the address can be changed.
        </p>
      )}
    </div>
  )
}

/** Sends a new confirmation link, which also proves that emails arrive. */
function SendAgain({ email, trouble }: { email: string; trouble: OwnAccount['emailTrouble'] }) {
  const { busy, failure, attempt } = useAttempt()
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-[0.9375rem] text-muted">
        {trouble
          ? emailTroubleTexts[trouble].settings
          : 'We emailed you a link when you signed up. You can book without confirming, but confirm so that receipts reach you.'}
      </p>
      <FormError>{failure}</FormError>
      <Button
        loading={busy}
        onClick={() =>
          void attempt(async () => {
            await accountsClient.requestVerification.call()
            toast.success('We emailed you a new link', `Check the inbox of ${email}.`)
          })
        }
      >
        {trouble ? 'Email me a link to show that it works' : 'Send the link again'}
      </Button>
    </div>
  )
}

function ChangeEmail({ onSent, onKeep }: { onSent: (to: string) => void; onKeep: () => void }) {
  const form = useCheckedForm(changeEmailSchema)
  return (
    <form
      {...form.sends(async (entered) => {
        await accountsClient.requestEmailChange.call(entered)
        onSent(entered.newEmail)
      }, wrongPasswordAt('password'))}
      className="grid gap-4 sm:grid-cols-2"
    >
      {form.failure ? (
        <div className="sm:col-span-2">
          <FormError>{form.failure}</FormError>
        </div>
      ) : null}
      <Field label="New email" required error={form.errors.newEmail}>
        <Input name="newEmail" type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <div className="flex flex-wrap gap-2.5 sm:col-span-2">
        <Button type="submit" variant="brand" loading={form.busy}>
          Send the confirmation
        </Button>
        <Button variant="ghost" onClick={onKeep}>
          Keep my current address
        </Button>
      </div>
    </form>
  )
}
