import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { notifyOtherTabs } from '../components/other-tabs.ts'
import { rememberImpersonation } from './impersonation.ts'
import { type Person, reasonSchema } from './schema.ts'

/** Asks for a reason before an admin impersonates a person. */
export function ViewAsDialog({
  person,
  onClose,
}: {
  person: Pick<Person, 'userId' | 'fullName' | 'email'>
  onClose: () => void
}) {
  const form = useCheckedForm(reasonSchema)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`View as ${person.fullName}`}
      description="For 60 minutes, you see what they see. You can only make changes if you turn that on. They can read your reason in their account settings."
    >
      <form
        {...form.sends(async ({ reason }) => {
          try {
            const me = await accountsClient.startImpersonation.call({ userId: person.userId, reason })
            window.sessionStorage.clear()
            rememberImpersonation(window.localStorage, {
              adminId: me.impersonatedBy ?? '',
              userId: person.userId,
              email: person.email,
            })
            notifyOtherTabs()
            navigateAway('/inbox')
          } catch (error) {
            const { code, issues } = readProblem(error)
            const isSignedOut =
              code === 'not_signed_in' || code === 'not_allowed' || code === 'no_admin_session'
            if (issues.length === 0)
              toast.error('Error', isSignedOut ? 'No admin session found' : 'Failed to start impersonation')
            throw error
          }
        })}
        className="grid gap-4 pb-2"
      >
        {form.failure ? <FormError>{form.failure}</FormError> : null}
        <Field
          label="Reason"
          required
          error={form.errors.reason}
          hint={`${person.fullName} reads it. Name the ticket or the question.`}
        >
          <Textarea name="reason" rows={3} />
        </Field>
        <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
          View as {person.fullName}
        </Button>
      </form>
    </Dialog>
  )
}
