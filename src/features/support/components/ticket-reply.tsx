import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { newUuid } from '#platform/new-uuid.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { supportClient } from '../client.ts'

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
  const [error, setError] = useState<string | undefined>()
  const reply = useMutation(supportClient.reply.mutationOptions())
  const clientId = useRef(newUuid())

  async function send() {
    if (reply.isPending) return
    if (message.trim() === '') return setError('Message is required')
    setError(undefined)
    try {
      await reply.mutateAsync({ ticketId, message, clientId: clientId.current })
    } catch (problem) {
      const { message: said, issues } = readProblem(problem)
      setError(issues[0]?.message ?? said ?? 'Your message was not sent. What you typed is still here.')
      return
    }
    clientId.current = newUuid()
    setMessage('')
    await onSent()
  }

  return (
    <form
      method="post"
      noValidate
      className="mt-5 grid gap-3 border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={isClosed ? 'Reply to reopen' : 'Write again'} error={error}>
        <Textarea
          name="message"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counter={{ length: message.length, max: 2000 }}
        />
      </Field>
      <Button type="submit" variant="brand" loading={reply.isPending} className="justify-self-start">
        Send
      </Button>
    </form>
  )
}
