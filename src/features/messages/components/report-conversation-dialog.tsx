import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { messagesClient } from '../client.ts'
import { reportReasons, reportReasonTexts } from '../message.ts'
import type { Conversation, Message } from '../schema.ts'
import { oneConversation, refreshInbox } from './conversation-queries.ts'

const LONGEST_DETAILS = 2_000

/** Reports a conversation, or one of its messages, to the staff, who can then read it. */
export function ReportConversationDialog({
  conversation,
  message,
  onReported,
  onClose,
}: {
  conversation: Conversation
  /** The reported message; omitted for the whole conversation. */
  message?: Pick<Message, 'content'> & { messageId: string | null }
  onReported?: (messageId: string) => void
  onClose: () => void
}) {
  const { id, other, isBlocked } = conversation
  const messageId = message?.messageId ?? undefined
  const queryClient = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const [reason, setReason] = useState<(typeof reportReasons)[number] | null>(null)
  const [details, setDetails] = useState('')
  const [block, setBlock] = useState(false)
  const [isMissing, setMissing] = useState(false)

  const send = () => {
    if (!reason) return setMissing(true)
    void attempt(async () => {
      await messagesClient.report.call({
        conversationId: id,
        messageId,
        reason,
        details: details.trim() || undefined,
        block,
      })
      toast.success(
        'Reported',
        'Thank you. Our team will review it and contact you if we need more information.',
      )
      if (messageId) onReported?.(messageId)
      onClose()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: oneConversation(id).queryKey }),
        refreshInbox(queryClient),
      ])
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={message ? 'Report this message' : 'Report this conversation'}
      description="Our team will read it. The other person is not told who reported."
      footer={
        <>
          <DialogClose>
            <Button>Go back</Button>
          </DialogClose>
          <Button variant="danger" loading={busy} onClick={send}>
            Send report
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError>{failure}</FormError>
        {message?.content ? (
          <blockquote className="rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem]">
            <p dir="auto" className="line-clamp-3 wrap-anywhere">
              {message.content}
            </p>
          </blockquote>
        ) : null}
        <RadioGroup
          legend="What is the problem?"
          name="reason"
          options={reportReasons.map((value) => ({ value, label: reportReasonTexts[value] }))}
          value={reason ?? ''}
          onValueChange={(value) => {
            setReason(reportReasons.find((one) => one === value) ?? null)
            setMissing(false)
          }}
          error={isMissing ? 'Choose the problem' : undefined}
        />
        <Field label="What happened" optional>
          <Textarea
            name="details"
            rows={3}
            maxLength={LONGEST_DETAILS}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        </Field>
        {isBlocked ? null : (
          <Checkbox
            label={`Block ${other.name}, too`}
            checked={block}
            onChange={(event) => setBlock(event.target.checked)}
          />
        )}
      </div>
    </Dialog>
  )
}
