import { useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { supportClient } from '../client.ts'
import { ticketReplySchema } from '../schema.ts'

const replyForm = ticketReplySchema.pick({ message: true })

/** Going on with a question. What was typed stays until it has arrived. */
export function TicketReply({
  ticketId,
  isClosed,
  onSent,
}: {
  ticketId: string
  isClosed: boolean
  onSent: () => Promise<void>
}) {
  const [message, setMessage] = useState('')
  const form = useCheckedForm(
    replyForm,
    useAttempt('Your message was not sent. What you typed is still here.'),
  )
  const [clientIds] = useState(contentIds)

  return (
    <form
      {...form.sends(async (entered) => {
        await supportClient.reply.call({ ticketId, ...entered, clientId: clientIds.of(entered) })
        clientIds.forget()
        setMessage('')
        await onSent()
      })}
      className="mt-5 grid gap-3 border-t pt-5"
    >
      <Field label={isClosed ? 'Reply to reopen' : 'Write again'} error={form.errors.message ?? form.failure}>
        <Textarea
          name="message"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counter={{ length: message.length, max: 2000 }}
        />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
        Send
      </Button>
    </form>
  )
}
