import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { closeAccountSchema } from '../account-deletion/schema.ts'
import { accountsClient } from '../client.ts'
import type { OwnAccount } from '../own-details/schema.ts'
import { leaveBrowser } from './leave.ts'
import { PasswordInput } from './password-input.tsx'

/** What we keep about somebody, to take away; and the way out. */
export function OwnData({ account, canLeave }: { account: OwnAccount; canLeave: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className="flex flex-wrap gap-2.5">
      <a href="/api/me/export" download className={buttonClass()}>
        <Download aria-hidden />
        Download my data
      </a>
      {canLeave ? (
        <Dialog
          open={isLeaving}
          onOpenChange={setLeaving}
          size="sm"
          trigger={
            <Button variant="ghost" className="text-danger">
              Delete my account
            </Button>
          }
          title="Delete your account?"
          description="Your name, address, phone number and profile are deleted and cannot be restored. We must keep payment records, without your name."
        >
          {account.hasPassword ? (
            <LeaveForm onKeep={() => setLeaving(false)} />
          ) : (
            <p>Choose a password first. We ask for it here so that nobody else can delete your account.</p>
          )}
        </Dialog>
      ) : null}
    </div>
  )
}

function LeaveForm({ onKeep }: { onKeep: () => void }) {
  const form = useCheckedForm(closeAccountSchema)
  return (
    <form
      {...form.sends(async (entered) => {
        await accountsClient.closeAccount.call(entered)
        leaveBrowser()
        window.location.assign('/')
      }, wrongPasswordAt('password'))}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onKeep}>Keep my account</Button>
        <Button type="submit" variant="danger" loading={form.busy}>
          Delete my account
        </Button>
      </div>
    </form>
  )
}
