import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { LetterFrame } from '#features/notifications/components/letter-frame.tsx'
import { messageStatusWords } from '#features/notifications/message-status.ts'
import { segmentsOf } from '#features/notifications/template.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { messageLogsClient } from '../client.ts'
import { type LoggedMessage, logWords } from '../schema.ts'
import { MessageStatusBadge } from './message-status-badge.tsx'

/** A message of the log as it was sent, why it failed, and sending it again. */
export function MessageDialog({
  channel,
  id,
  onClose,
}: {
  channel: 'email' | 'sms'
  id: string
  onClose: () => void
}) {
  const message = useQuery(messageLogsClient.find.queryOptions({ input: { channel, id }, staleTime: 0 }))
  const refresh = useRefreshLists()
  const { busy, failure, attempt } = useAttempt()
  const resend = () =>
    attempt(async () => {
      await messageLogsClient.resend.call({ channel, id })
      onClose()
      toast.success(
        'Sending again',
        `The new ${channel === 'email' ? 'email' : 'text'} appears in the log once it is sent.`,
      )
      await refresh()
    })
  const failed = channel === 'email' ? logWords.emailsNotLoaded : logWords.textsNotLoaded
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={message.data?.subject ?? (channel === 'email' ? 'Email' : 'Text message')}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {message.data?.canResend ? (
            <Button variant="brand" loading={busy} onClick={() => void resend()}>
              <RotateCw aria-hidden />
              Send again
            </Button>
          ) : null}
        </>
      }
    >
      {message.isError ? (
        <Alert
          tone="error"
          title={readProblem(message.error).message ?? failed}
          action={<Button onClick={() => void message.refetch()}>Try again</Button>}
        />
      ) : message.data ? (
        <div className="flex flex-col gap-4">
          <FormError>{failure}</FormError>
          <Message message={message.data} />
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

function Message({ message }: { message: LoggedMessage }) {
  const { html, text, errorMessage, deliveryAt, deliveryNote, hidesSecrets, canResend, status, metadata } =
    message
  return (
    <>
      {errorMessage ? (
        <Alert
          tone={status === 'failed' ? 'error' : 'info'}
          title={status === 'failed' ? 'It failed' : 'Not sent'}
        >
          {errorMessage}
        </Alert>
      ) : null}
      {deliveryNote || status === 'complained' ? (
        <Alert tone="error" title={messageStatusWords[status]}>
          {deliveryNote ?? 'The reader marked it as spam.'}
        </Alert>
      ) : null}
      <dl className="grid gap-x-6 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
        <Fact term="To">
          <bdi>{message.recipientName ?? ''}</bdi> <span className="text-muted">{message.recipient}</span>
        </Fact>
        <Fact term="Status">
          <MessageStatusBadge status={status} />
        </Fact>
        <Fact term="Template">{message.templateName ?? message.templateKey}</Fact>
        <Fact term={message.sentAt ? 'Sent' : 'Tried'}>
          {formatMoment(message.sentAt ?? message.createdAt, OFFICE_ZONE, { year: true })}
        </Fact>
        {deliveryAt ? (
          <Fact term={messageStatusWords[status]}>
            {formatMoment(deliveryAt, OFFICE_ZONE, { year: true })}
          </Fact>
        ) : null}
        {Object.entries(metadata).map(([name, value]) => (
          <Fact key={name} term={name.replaceAll('_', ' ')}>
            {value}
          </Fact>
        ))}
      </dl>
      {hidesSecrets ? (
        <p className="text-sm text-muted">
          Sign-in links are stored without their keys. They work only in the message itself.
        </p>
      ) : null}
      {html ? <LetterFrame html={html} title="The email as it left" /> : null}
      {text ? (
        <div>
          <p
            dir="auto"
            className="max-w-sm rounded-card rounded-bl-sm bg-green-soft px-4 py-3 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </p>
          <p className="tabular mt-2 text-sm text-muted">{piecesOf(text)}</p>
        </div>
      ) : null}
      {message.isDamaged ? (
        <Alert tone="warning" title="The stored email is damaged">
          It does not match its checksum, so it is not shown. The email itself went out as it was.
        </Alert>
      ) : !html && !text ? (
        <p className="text-sm text-muted">The content of this message was not stored.</p>
      ) : null}
      {message.suppression ? (
        <Alert
          tone="warning"
          title={`${message.recipient} gets no emails now`}
          action={
            <LinkButton
              size="sm"
              href={`/?tab=suppressed-addresses&q=${encodeURIComponent(message.recipient)}`}
            >
              Open Bounced Addresses
            </LinkButton>
          }
        >
          {message.suppression === 'bounced'
            ? 'An email to this address bounced. Allow emails to it before you send this one again.'
            : 'Its reader marked an email from us as spam. Allow emails to it before you send this one again.'}
        </Alert>
      ) : canResend || status === 'sending' ? null : (
        <p className="text-sm text-muted">
          This message cannot be sent again because it contains a single-use link or is too old. The recipient
          can request a new one.
        </p>
      )}
    </>
  )
}

const piecesOf = (text: string) => {
  const { characters, segments } = segmentsOf(text)
  return `${characters} characters, sent as ${segments === 1 ? 'one message' : `${segments} messages`}`
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
