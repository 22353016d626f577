import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { WhenLoaded } from '#ui/when-loaded.tsx'
import { type Closing, closeAccountSchema } from '../account-deletion/schema.ts'
import { accountsClient } from '../client.ts'
import type { OwnAccount } from '../own-details/schema.ts'
import { ClosingList } from './closing-list.tsx'
import { clearBrowserSession } from './leave.ts'
import { PasswordInput } from './password-input.tsx'

/** Buttons to download personal data and to delete the account. */
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
            <p>Choose a password first. We ask for it so that no one else can delete your account.</p>
          )}
        </Dialog>
      ) : null}
    </div>
  )
}

function LeaveForm({ onKeep }: { onKeep: () => void }) {
  const closing = useQuery(accountsClient.closing.queryOptions({ staleTime: 0, gcTime: 0 }))
  return (
    <WhenLoaded reading={closing} failure="We could not load what ends with your account">
      {(data) => (
        <ConfirmLeaving
          closing={data}
          onKeep={onKeep}
          onChanged={async () => void (await closing.refetch())}
        />
      )}
    </WhenLoaded>
  )
}

function ConfirmLeaving(props: { closing: Closing; onKeep: () => void; onChanged: () => Promise<void> }) {
  const { closing, onKeep, onChanged } = props
  const form = useCheckedForm(closeAccountSchema)
  const mayDelete = closing.reasons.length === 0
  return (
    <form
      {...form.sends(async (entered) => {
        try {
          await accountsClient.closeAccount.call(entered)
        } catch (error) {
          // The list below may be outdated; refetching it shows the reason.
          if (readProblem(error).code !== 'wrong_password') await onChanged()
          throw error
        }
        clearBrowserSession()
        navigateAway('/')
      }, wrongPasswordAt('password'))}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <ClosingList closing={closing} />
      <input type="hidden" name="refundCents" value={closing.refundCents} />
      {mayDelete ? (
        <Field label="Your password" required error={form.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      ) : null}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onKeep}>Keep my account</Button>
        {mayDelete ? (
          <Button type="submit" variant="danger" loading={form.busy}>
            {closing.refundCents > 0
              ? `Delete and refund ${formatMoney(closing.refundCents)}`
              : 'Delete my account'}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
