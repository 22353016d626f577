import { Link, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, Suspense, useState } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { RequestedTime } from '../requested-time.ts'
import type { MessagedCoach } from './message-account-dialog.tsx'

const loadDialog = () => import('./message-account-dialog.tsx')
const MessageAccountDialog = lazyPart(loadDialog, 'MessageAccountDialog')

/**
 * A link for writing to a coach: it opens the conversation for members, and a dialog for account and message
 * for visitors. A link works before the scripts load.
 * @param request a time chosen before, with which the message starts
 */
export function MessageCoach({
  coach,
  request = {},
  ...props
}: { coach: MessagedCoach; request?: RequestedTime | undefined } & Pick<
  ComponentProps<'a'>,
  'className' | 'children'
>) {
  const router = useRouter()
  const [dialog, setDialog] = useState<'closed' | 'open' | 'closing'>('closed')

  function onClick(event: MouseEvent) {
    trackCoachEvent(coach.id, 'message_click')
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    const { queryClient } = router.options.context
    if (opensElsewhere || queryClient.getQueryData(accountsClient.me.queryKey())) return
    event.preventDefault()
    setDialog('open')
  }

  return (
    <>
      <Link
        {...props}
        to="/compose"
        search={{ instructor: coach.id, ...request }}
        preload={false}
        onClick={onClick}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
      />
      {dialog === 'closed' ? null : (
        <Suspense>
          <MessageAccountDialog
            coach={coach}
            request={request}
            open={dialog === 'open'}
            onOpenChange={(isOpen) => setDialog(isOpen ? 'open' : 'closing')}
          />
        </Suspense>
      )}
    </>
  )
}
