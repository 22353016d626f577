import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { AccountDialog } from '#features/accounts/components/account-dialog.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me } from '#features/accounts/schema.ts'
import { systemClock } from '#platform/clock.ts'
import { contentIds } from '#platform/content-id.ts'
import type { FieldErrors } from '#platform/use-checked-form.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { messagesClient } from '../client.ts'
import { LONGEST_FIRST_MESSAGE } from '../message.ts'
import type { RequestedTime } from '../requested-time.ts'
import { signUpWithMessageSchema } from '../schema.ts'
import { useRequestText } from './use-request-text.ts'
import { pageSenderOf, threadTo } from './use-sender.ts'

/** The coach a visitor writes to. */
export interface MessagedCoach {
  id: string
  name: string
}

/** Why a message to a coach is not sent from an existing account. */
const notAStudent = {
  coach: 'You are signed in as a coach. To message another coach, sign in with a student account.',
  admin: 'You are signed in as an admin. Coaches are messaged from a student account.',
  prospect: 'You are signed in with a demo account, which sends no messages.',
}

/** The coach is given by props. */
const formSchema = signUpWithMessageSchema.omit({ instructorId: true, clientId: true })

/**
 * A form for a visitor's first message and the account it requires. After submitting it, the inbox opens with
 * the message sent.
 */
export function MessageAccountDialog({
  coach,
  request = {},
  open,
  onOpenChange,
}: {
  coach: MessagedCoach
  request?: RequestedTime
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const asked = useRequestText(coach.id, request)
  const [written, setMessage] = useState<string | null>(null)
  const message = written ?? asked ?? ''
  const onSignedIn = useOnSignedIn()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** The conversation that was created together with the account. */
  const sentTo = useRef<string | null>(null)
  // Also when the account was created and the answer was lost, the message is stored once.
  const [clientIds] = useState(contentIds)

  async function goOn(me: Me, { isNew }: { isNew: boolean }) {
    const content = message.trim()
    const mayWrite = me.role === 'student' && content !== ''
    const conversation =
      sentTo.current ??
      (mayWrite ? await deliverToCoach(me.userId, coach.id, content, clientIds.of(content)) : null)
    if (isNew)
      toast.success(
        'Account created! 🎉',
        conversation
          ? 'Your message has been sent'
          : 'Your message is saved and will be sent as soon as possible',
      )
    else if (conversation) toast.success('Your message has been sent')
    else if (me.role !== 'student') toast.error('Your message was not sent', notAStudent[me.role])
    onOpenChange(false)
    // Set before navigation, so that the next page knows the user.
    queryClient.setQueryData(accountsClient.me.queryKey(), me)
    if (conversation) await navigate({ to: '/inbox', search: { conversation } })
    else if (me.role === 'student')
      await navigate({ to: '/compose', search: { instructor: coach.id, ...request } })
    await onSignedIn(me)
  }

  const field = (errors: FieldErrors) => (
    <div className="sm:col-span-2">
      <Field label="Message" required error={errors.message}>
        <Textarea
          name="message"
          rows={3}
          placeholder="What would you like to work on, and when do you have time?"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counter={{ length: message.length, max: LONGEST_FIRST_MESSAGE }}
        />
      </Field>
    </div>
  )
  return (
    <AccountDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Your Account"
      description={`Your message goes to ${coach.name}, and the answer comes to your inbox.`}
      more={{ schema: formSchema, fields: field }}
      create={async (entered) => {
        const { conversationId, ...me } = await messagesClient.signUpWithMessage.call(
          signUpWithMessageSchema.parse({
            ...entered,
            instructorId: coach.id,
            clientId: clientIds.of(message.trim()),
          }),
        )
        sentTo.current = conversationId
        return me
      }}
      submitLabel="Create account and send"
      continuingLabel="Sending your message..."
      signInLabel="Sign in and send"
      keptText="your message is saved and will be sent then"
      onEntered={goOn}
    />
  )
}

const PATIENCE_MS = 10_000

/**
 * Sends a message to a coach and waits for a limited time until it has arrived. Otherwise it stays in this
 * browser's outbox.
 * @returns the conversation, or null if the message is still waiting or was rejected
 */
function deliverToCoach(
  me: string,
  instructorId: string,
  content: string,
  clientId: string,
): Promise<string | null> {
  const sender = pageSenderOf(me)
  return new Promise((resolve) => {
    const end = (conversationId: string | null) => {
      clearTimeout(timer)
      stopArrivals()
      stopChanges()
      resolve(conversationId)
    }
    const timer = setTimeout(() => end(null), PATIENCE_MS)
    const stopArrivals = sender.onSent((message, sent) => {
      if (message.clientId === clientId) end(sent.conversationId)
    })
    const stopChanges = sender.subscribe(() => {
      const mine = sender.state().outbox.find((message) => message.clientId === clientId)
      if (mine?.refusal) end(null)
    })
    const thread = threadTo({ side: 'coach', userId: instructorId })
    sender.add({ clientId, thread, content, files: [], writtenAt: systemClock.now(), refusal: null })
  })
}
