import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Ban, Bell, BellOff, EllipsisVertical, Flag, Search } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { messagesClient } from '../client.ts'
import type { Conversation } from '../schema.ts'
import { oneConversation, refreshInbox } from './conversation-queries.ts'
import { FindDialog } from './find-dialog.tsx'
import type { InboxAddress } from './inbox-address.ts'
import { ReportConversationDialog } from './report-conversation-dialog.tsx'

/** Actions on a whole conversation. */
export function ConversationMenu({
  conversation,
  address,
}: {
  conversation: Conversation
  address: InboxAddress
}) {
  const { id, isArchived, isMuted, isBlocked, other } = conversation
  const [dialog, setDialog] = useState<'block' | 'report' | 'find' | null>(null)
  const close = () => setDialog(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function change(work: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      await work()
    } catch (error) {
      toast.error('That did not work', readProblem(error).message ?? 'We could not reach the server.')
      return false
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: oneConversation(id).queryKey }),
      refreshInbox(queryClient),
    ])
    toast.success(done)
    return true
  }

  const archive = async () => {
    const work = () => messagesClient.setArchived.call({ conversationId: id, archived: !isArchived })
    const isDone = await change(work, isArchived ? 'Back in the inbox' : 'Archived')
    if (isDone)
      await navigate({ to: '/inbox', search: { ...address, conversation: undefined, at: undefined } })
  }
  const mute = () =>
    change(
      () => messagesClient.setMuted.call({ conversationId: id, muted: !isMuted }),
      isMuted ? 'You will be told about new messages' : 'Muted: new messages come without a notification',
    )
  const unblock = () =>
    change(() => messagesClient.setBlocked.call({ conversationId: id, blocked: false }), 'Unblocked')

  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More about the conversation with ${other.name}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('find')}>
          <Search aria-hidden />
          Find in this conversation
        </MenuItem>
        <MenuItem onSelect={() => void archive()}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {isArchived ? 'Move back to the inbox' : 'Archive'}
        </MenuItem>
        <MenuItem onSelect={() => void mute()}>
          {isMuted ? <Bell aria-hidden /> : <BellOff aria-hidden />}
          {isMuted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog('report')}>
          <Flag aria-hidden />
          Report
        </MenuItem>
        {isBlocked ? (
          <MenuItem onSelect={() => void unblock()}>
            <Ban aria-hidden />
            Unblock
          </MenuItem>
        ) : (
          <MenuItem tone="danger" onSelect={() => setDialog('block')}>
            <Ban aria-hidden />
            Block
          </MenuItem>
        )}
      </Menu>
      <BlockPersonDialog
        open={dialog === 'block'}
        onClose={close}
        name={other.name}
        onBlock={() =>
          change(() => messagesClient.setBlocked.call({ conversationId: id, blocked: true }), 'Blocked')
        }
      />
      {dialog === 'report' ? <ReportConversationDialog conversation={conversation} onClose={close} /> : null}
      {dialog === 'find' ? (
        <FindDialog conversation={conversation} address={address} onClose={close} />
      ) : null}
    </>
  )
}

/** A single confirmation is enough: the other person is not notified, and a block can be undone. */
function BlockPersonDialog({
  open,
  onClose,
  name,
  onBlock,
}: {
  open: boolean
  onClose: () => void
  name: string
  onBlock: () => Promise<unknown>
}) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        <>
          Block <bdi>{name}</bdi>?
        </>
      }
      description="You will not receive their messages, and you cannot write to them. They are not notified. The conversation stays here, and you can unblock them at any time."
      confirmLabel="Block"
      keepLabel="Do not block"
      onConfirm={async () => void (await onBlock())}
    />
  )
}
