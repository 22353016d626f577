import { type ReactNode, useState } from 'react'
import { LONGEST_MESSAGE } from '#features/messages/message.ts'
import { readProblem } from '#platform/api-problem.ts'
import { systemClock } from '#platform/clock.ts'
import { HOUR } from '#platform/duration.ts'
import { restoreDraft } from '#platform/restore-draft.ts'
import { formatDate } from '#platform/time.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { scheduleClient } from '../client.ts'
import type { SentToSeveral, WeekSchedule } from '../schema.ts'

/** One message to all students of the day in view, each in their own conversation. */
export function DayMessageDialog(props: {
  day: Pick<WeekSchedule, 'from' | 'placeId'>
  count: number
  onClose: () => void
}) {
  const { count, onClose } = props
  const { from: date, placeId } = props.day
  return (
    <MessageDialog
      draftKey={`message-day:${date}:${placeId ?? ''}`}
      title={count === 1 ? 'Message your student' : `Message all ${count} students`}
      description={`Everyone with a lesson on ${formatDate(date)} gets it in their own conversation and cannot see the other recipients.`}
      placeholder="It may rain tomorrow. We meet under the roof of the range."
      nobody="No lessons are left on this day."
      send={(message) =>
        scheduleClient.messageDay.call({ date, ...(placeId ? { placeId } : {}), ...message })
      }
      onClose={onClose}
    />
  )
}

/** One message to all participants of a clinic, each in their own conversation. */
export function ClinicMessageDialog(props: { clinic: { id: string; title: string }; onClose: () => void }) {
  const { clinic, onClose } = props
  return (
    <MessageDialog
      draftKey={`message-clinic:${clinic.id}`}
      title="Message all participants"
      description={`Everyone who paid for a seat in “${clinic.title}” gets it once in their own conversation and cannot see the other recipients.`}
      placeholder="Please bring a wedge and a putter. We meet at the short game area."
      nobody="Nobody has a paid seat in this clinic."
      send={(message) => scheduleClient.messageClinic.call({ clinicId: clinic.id, ...message })}
      onClose={onClose}
    />
  )
}

function MessageDialog(props: {
  /** Identifies the draft, which is kept until it was sent. */
  draftKey: string
  title: string
  description: ReactNode
  placeholder: string
  /** Shown when there were no recipients. */
  nobody: string
  send: (message: { content: string; clientId: string }) => Promise<SentToSeveral>
  onClose: () => void
}) {
  const { title, description, placeholder, nobody, onClose } = props
  const [text, setText, forget] = useTabDraft(props.draftKey)
  // After a lost response, the same text is the same message for an hour, also when the dialog is opened again.
  const [attempted, setAttempted, forgetAttempted] = useTabDraft(`${props.draftKey}:attempted`)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send() {
    setBusy(true)
    setFailure(null)
    const now = systemClock.now()
    const last = restoreDraft(attempted, { content: '', clientId: '', at: 0 })
    const isAgain = last.content === text && now - last.at < HOUR
    const message = { content: text, clientId: isAgain ? last.clientId : uuidV4() }
    setAttempted(JSON.stringify({ ...message, at: isAgain ? last.at : now }))
    try {
      const { sent, notSent } = await props.send(message)
      const left = notSent.map(({ name, why }) => `${name}: ${why}`).join(' ')
      if (sent > 0) toast.success(`Sent to ${sent === 1 ? '1 student' : `${sent} students`}`, left)
      else return setFailure(left || nobody)
      forget()
      forgetAttempted()
      onClose()
    } catch (error) {
      setFailure(readProblem(error).message ?? 'The message was not sent. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
            Send
          </Button>
        </>
      }
    >
      <Field label="Message">
        <Textarea
          rows={5}
          value={text}
          maxLength={LONGEST_MESSAGE}
          placeholder={placeholder}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <FormError title={failure ? 'The message was not sent' : null}>{failure}</FormError>
    </Dialog>
  )
}
