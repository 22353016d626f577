import { useQuery } from '@tanstack/react-query'
import { messagesClient } from '#features/messages/client.ts'
import { ASSISTANT_NAME } from '#features/messages/message.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { assistantSettingsQuery } from './assistant-settings-query.ts'
import { useAssistantChange } from './use-assistant-change.ts'

/** A coach's switch for all conversations, and what the assistant did lately. */
export function AssistantSettings({ className }: { className?: string }) {
  const settings = useQuery(assistantSettingsQuery)
  const { isBusy, change } = useAssistantChange()
  if (settings.isError) return null
  if (!settings.data) return <Skeleton className="mt-3 h-11 w-full" />
  const { isEnabled, answered, handedOver } = settings.data
  const did = answered + handedOver
  return (
    <Switch
      className={className}
      label={ASSISTANT_NAME}
      description={
        !isEnabled
          ? 'Off: you answer everything yourself'
          : did === 0
            ? 'Answers first, from your profile, prices and open times'
            : `Answers first. Last 7 days: ${answered} answered, ${handedOver} passed to you`
      }
      checked={isEnabled}
      disabled={isBusy}
      onCheckedChange={(enabled) => void change(() => messagesClient.setAssistant.call({ enabled }))}
    />
  )
}
