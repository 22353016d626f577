import { z } from 'zod'
import { accountsClient } from '#features/accounts/client.ts'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { messagesClient } from '#features/messages/client.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'

const welcomeForm = z.object({
  email: z.string().trim().min(1, 'Please enter an email address').max(255),
  userType: z.enum(['', 'student', 'instructor']),
})

/** Sends the welcome email again. Enter submits. */
export function ResendWelcome() {
  const form = useCheckedForm(welcomeForm)
  const refresh = useRefreshLists()
  const checked = form.sends(
    async ({ email, userType }, element) => {
      await accountsClient.sendWelcome.call({ email, ...(userType ? { userType } : {}) })
      toast.success('Welcome email sent', `To ${email}`)
      element.reset()
      await refresh()
    },
    ({ issues, message }) => {
      const words = message ?? 'Failed to send welcome email'
      toast.error(words)
      return issues.length > 0 ? issues : [{ path: 'email', message: words }]
    },
  )
  return (
    <>
      <p className="mb-4 text-sm text-muted">For a user who did not get the first email.</p>
      <form {...checked} className="flex max-w-md flex-col gap-4">
        <Field label="Email address of the account" error={form.errors.email}>
          <Input name="email" type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Field label="Which welcome">
          <Select
            name="userType"
            options={[
              { value: '', label: 'By type of account' },
              { value: 'student', label: 'For students' },
              { value: 'instructor', label: 'For coaches' },
            ]}
          />
        </Field>
        <FormError>{form.failure}</FormError>
        <div>
          <Button type="submit" variant="brand" loading={form.busy}>
            Resend welcome email
          </Button>
        </div>
      </form>
    </>
  )
}

const messageForm = z.object({
  messageId: z
    .string()
    .trim()
    .min(1, 'Please enter a message ID')
    .pipe(z.uuid('Message not found with that ID')),
})

const outcomeWords: Record<string, string> = {
  told: 'The reader gets the email again.',
  read: 'The reader has already read it, so nothing was sent.',
  muted: 'The reader has muted or left this conversation, so nothing was sent.',
}

/** Sends the email about a new message again to its recipient. Enter submits. */
export function ResendMessage() {
  const form = useCheckedForm(messageForm)
  const refresh = useRefreshLists()
  const failed = 'Failed to send message notification'
  const checked = form.sends(
    async ({ messageId }, element) => {
      const { success, outcome } = await messagesClient.sendMessageNotification.call({ messageId })
      if (!success) {
        toast.error(failed)
        form.show(element, [{ path: 'messageId', message: failed }])
        return
      }
      toast.success(
        outcome === 'told' ? 'Message notification sent' : 'Nothing was sent',
        outcomeWords[outcome],
      )
      if (outcome === 'told') element.reset()
      await refresh()
    },
    ({ issues, message }) => {
      const words = message ?? failed
      toast.error(words)
      return issues.length > 0 ? issues : [{ path: 'messageId', message: words }]
    },
  )
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Emails the reader of a message about it again. You can also do this from the message’s row under
        Messages.
      </p>
      <form {...checked} className="flex max-w-md flex-col gap-4">
        <Field label="Message ID" error={form.errors.messageId}>
          <Input name="messageId" autoComplete="off" autoCapitalize="off" spellCheck={false} />
        </Field>
        <FormError>{form.failure}</FormError>
        <div>
          <Button type="submit" variant="brand" loading={form.busy}>
            Resend notification
          </Button>
        </div>
      </form>
    </>
  )
}

/** Sends the email about one message again, from the row of the message. */
export function NotifyAgain({ messageId, sender }: { messageId: string; sender: string }) {
  const { busy, attempt } = useAttempt()
  const failed = 'Failed to send message notification'
  const notify = () =>
    attempt(
      async () => {
        const { success, outcome } = await messagesClient.sendMessageNotification.call({ messageId })
        if (!success) toast.error(failed)
        else if (outcome === 'told') toast.success('Message notification sent', outcomeWords[outcome])
        else toast.error('Nothing was sent', outcomeWords[outcome])
      },
      ({ message }) => {
        toast.error(message ?? failed)
        return true
      },
    )
  return (
    <Button size="sm" variant="ghost" loading={busy} onClick={() => void notify()}>
      Resend notification
      <span className="sr-only"> of the message by {sender}</span>
    </Button>
  )
}
