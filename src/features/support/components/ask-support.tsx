import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCheckedForm } from '#features/accounts/components/checked-form.ts'
import { readProblem } from '#platform/api-problem.ts'
import { newUuid } from '#platform/new-uuid.ts'
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
  const [failure, setFailure] = useState<string | null>(null)
  const send = useMutation(supportClient.send.mutationOptions())
  const clientId = useRef(newUuid())

  async function submit(element: HTMLFormElement) {
    const entered = form.read(element)
    if (!entered || send.isPending) return
    setFailure(null)
    try {
      await send.mutateAsync({ ...entered, name: me.fullName, email: me.email, clientId: clientId.current })
    } catch (error) {
      const problem = readProblem(error)
      if (!form.show(element, problem.issues))
        setFailure(problem.message ?? 'We could not reach the server. What you typed is still here.')
      return
    }
    clientId.current = newUuid()
    element.reset()
    setLength(0)
    toast.success('Message Sent!', `We'll get back to you at ${me.email} within 24 hours.`)
    await onSent()
  }

  return (
    <form
      method="post"
      noValidate
      onInput={form.recheck}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      className="grid gap-4"
    >
      {failure ? <FormError>{failure}</FormError> : null}
      <Field label="What is it about?" required error={form.errors.subject}>
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
      <Button type="submit" variant="primary" loading={send.isPending} className="justify-self-start">
        Send message
      </Button>
    </form>
  )
}
