import { useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { supportClient } from '../client.ts'
import { newTicketSchema } from '../schema.ts'

/** A member's new question: who asks is known. */
export function AskSupport({
  me,
  onSent,
}: {
  me: { fullName: string; email: string }
  onSent: () => Promise<void>
}) {
  const form = useCheckedForm(newTicketSchema)
  const [length, setLength] = useState(0)
  const [clientIds] = useState(contentIds)

  return (
    <form
      {...form.sends(async (entered, element) => {
        await supportClient.send.call({
          ...entered,
          name: me.fullName,
          email: me.email,
          clientId: clientIds.of(entered),
        })
        clientIds.forget()
        element.reset()
        setLength(0)
        toast.success('Message Sent!', `We'll get back to you at ${me.email} within 24 hours.`)
        await onSent()
      })}
      className="grid gap-4"
    >
      {form.failure ? <FormError>{form.failure}</FormError> : null}
      <Field label="What is your question about?" required error={form.errors.subject}>
        <Input name="subject" placeholder="A refund, a lesson, my profile …" autoComplete="off" />
      </Field>
      <Field label="Message" required error={form.errors.message}>
        <Textarea
          name="message"
          rows={6}
          onChange={(event) => setLength(event.target.value.length)}
          counter={{ length, max: 2000 }}
        />
      </Field>
      <Button type="submit" variant="primary" loading={form.busy} className="justify-self-start">
        Send message
      </Button>
    </form>
  )
}
