import { Sparkles, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { messagesClient } from '#features/messages/client.ts'
import { ASSISTANT_NAME } from '#features/messages/message.ts'
import type { Conversation } from '#features/messages/schema.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Switch } from '#ui/switch.tsx'
import { assistantClient } from '../client.ts'
import { DraftNote } from './draft-note.tsx'
import { useAssistantChange } from './use-assistant-change.ts'

/** Who answers in this conversation, and how to have it otherwise. Nothing where there is nothing to say about it. */
export function AssistantBar({
  conversation,
  coachId,
}: {
  conversation: Conversation
  coachId: string | null
}) {
  if (conversation.other.isGone || conversation.isBlocked) return null
  return coachId ? (
    <>
      <CoachBar conversation={conversation} />
      <DraftNote conversation={conversation} coachId={coachId} />
    </>
  ) : (
    <StudentBar conversation={conversation} />
  )
}

function StudentBar({ conversation: { id, assistant, other } }: { conversation: Conversation }) {
  const { isBusy, change } = useAssistantChange()
  if (!assistant.isOn)
    return assistant.needsHuman ? (
      <Bar icon={<UserRound aria-hidden />}>
        <bdi>{other.label}</bdi> has been asked to answer you personally.
      </Bar>
    ) : null
  return (
    <Bar
      icon={<Sparkles aria-hidden className="text-brand" />}
      action={
        <Button
          size="sm"
          loading={isBusy}
          onClick={() => void change(() => assistantClient.askForPerson.call({ conversationId: id }))}
        >
          Talk to the coach
        </Button>
      }
    >
      {assistant.needsHuman ? (
        <>
          <bdi>{other.label}</bdi> has been asked to answer. {ASSISTANT_NAME} helps meanwhile.
        </>
      ) : (
        <>
          {ASSISTANT_NAME} answers first. <bdi>{other.label}</bdi> can step in any time.
        </>
      )}
    </Bar>
  )
}

function CoachBar({ conversation: { id, assistant } }: { conversation: Conversation }) {
  const { isBusy, change } = useAssistantChange()
  const { isEnabledByCoach, isDisabledHere, needsHuman, reason } = assistant
  if (!isEnabledByCoach && !needsHuman) return null
  return (
    <Bar
      isUrgent={needsHuman}
      icon={
        needsHuman ? (
          <UserRound aria-hidden className="text-accent" />
        ) : (
          <Sparkles aria-hidden className="text-brand" />
        )
      }
      action={
        isEnabledByCoach ? (
          <Switch
            label={
              <>
                {ASSISTANT_NAME}
                <span className="sr-only"> answers here</span>
              </>
            }
            checked={!isDisabledHere}
            disabled={isBusy}
            onCheckedChange={(enabled) =>
              void change(() => messagesClient.setConversationAssistant.call({ conversationId: id, enabled }))
            }
          />
        ) : null
      }
    >
      {needsHuman ? (
        <>
          <strong>Needs you.</strong> {reason}
        </>
      ) : isDisabledHere ? (
        'You answer here yourself.'
      ) : (
        'Answers for you here until you write.'
      )}
    </Bar>
  )
}

function Bar({
  icon,
  action,
  isUrgent = false,
  children,
}: {
  icon: ReactNode
  action?: ReactNode
  isUrgent?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={cn(
        'flex min-h-12 items-center gap-2.5 border-b px-4 py-1.5 text-sm [&>svg]:size-4 [&>svg]:shrink-0',
        isUrgent ? 'bg-yellow-soft' : 'bg-surface-sunken',
      )}
    >
      {icon}
      <p role="status" className="min-w-0 flex-1 leading-snug">
        {children}
      </p>
      {action}
    </div>
  )
}
