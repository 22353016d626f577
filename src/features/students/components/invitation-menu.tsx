import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Send, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { studentsClient } from '../client.ts'
import type { RosterRow } from '../schema.ts'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')

/** The actions for an invitation that was not accepted. */
export function InvitationMenu({
  row,
}: {
  row: { name: string; invitationId: string; invitation: NonNullable<RosterRow['invitation']> }
}) {
  const { invitationId, name, invitation } = row
  const queryClient = useQueryClient()
  const [isAgain, setAgain] = useState(false)
  // The link of an expired or declined invitation does not work.
  const isWaiting = invitation.state === 'waiting'
  async function setOpen(isOpen: boolean) {
    try {
      await studentsClient.setInvitationOpen.call({ invitationId, isOpen })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      toast.success(
        isOpen ? 'Brought back' : isWaiting ? 'Invitation withdrawn' : 'Removed from the list',
        isWaiting
          ? `The link for ${name} ${isOpen ? 'works again' : 'no longer works'}.`
          : `The invitation of ${name} is ${isOpen ? 'in' : 'no longer in'} your list.`,
        isOpen ? {} : { action: { label: 'Undo', onClick: () => void setOpen(true) } },
      )
    } catch (error) {
      toast.error(
        'Not changed',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    }
  }
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Invitation of ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {invitation.state === 'declined' ? null : (
          <MenuItem onSelect={() => setAgain(true)}>
            <Send aria-hidden />
            Send again
          </MenuItem>
        )}
        <MenuItem onSelect={() => void setOpen(false)}>
          <Undo2 aria-hidden />
          {isWaiting ? 'Withdraw' : 'Remove from the list'}
        </MenuItem>
      </Menu>
      {isAgain ? (
        <Suspense fallback={null}>
          <InviteDialog
            again={{ ...invitation, name: name === invitation.email ? '' : name }}
            onClose={() => setAgain(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
