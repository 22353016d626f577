import { useQueryClient } from '@tanstack/react-query'
import { findOwnPushEndpoint } from '#features/notifications/components/push-browser.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import type { OwnAccount } from '../own-details/schema.ts'
import { changePasswordSchema } from '../passwords/schema.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordInput } from './password-input.tsx'

const schema = changePasswordSchema.omit({ endOthers: true, ownPushEndpoint: true })

/** Changes the password, or sets the first one. */
export function PasswordSettings({ account }: { account: OwnAccount }) {
  return account.hasPassword ? (
    <ChangePassword email={account.email} />
  ) : (
    <FirstPassword email={account.email} />
  )
}

function ChangePassword({ email }: { email: string }) {
  const form = useCheckedForm(schema)
  const queryClient = useQueryClient()
  return (
    <form
      {...form.sends(async (entered, element) => {
        const endOthers = new FormData(element).has('endOthers')
        const ownPushEndpoint = await findOwnPushEndpoint()
        await accountsClient.changePassword.call({ ...entered, endOthers, ownPushEndpoint })
        element.reset()
        void queryClient.invalidateQueries({ queryKey: accountsClient.sessions.key() })
        toast.success(
          'Your password is changed',
          endOthers ? 'Other devices were signed out.' : 'Other devices stay signed in.',
        )
      }, wrongPasswordAt('currentPassword'))}
      className="grid gap-4 sm:grid-cols-2"
    >
      {/* For password managers, which need the username. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {form.failure ? (
        <div className="sm:col-span-2">
          <FormError>{form.failure}</FormError>
        </div>
      ) : null}
      <Field label="Current password" required error={form.errors.currentPassword}>
        <PasswordInput name="currentPassword" autoComplete="current-password" />
      </Field>
      <NewPasswordField name="newPassword" label="New password" error={form.errors.newPassword} />
      <Checkbox
        name="endOthers"
        defaultChecked
        label="Sign out my other devices, and end webhooks, access tokens, my calendar address and texts"
        className="sm:col-span-2"
      />
      <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
        Change the password
      </Button>
    </form>
  )
}

function FirstPassword({ email }: { email: string }) {
  const { busy, failure, attempt } = useAttempt()
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-[0.9375rem] text-muted">
        You sign in by email and have no password. If you want one, we will email you a link to choose it.
      </p>
      <FormError>{failure}</FormError>
      <Button
        loading={busy}
        onClick={() =>
          void attempt(async () => {
            await accountsClient.requestPasswordReset.call({ email })
            toast.success('We emailed you a link', `Check the inbox of ${email}.`)
          })
        }
      >
        Email me the link
      </Button>
    </div>
  )
}
