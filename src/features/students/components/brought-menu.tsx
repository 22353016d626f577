import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Trash2 } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { studentsClient } from '../client.ts'

/** The actions for a person from a file who has not been written to. */
export function BroughtMenu({ broughtId, name }: { broughtId: string; name: string }) {
  const queryClient = useQueryClient()
  async function remove() {
    try {
      await studentsClient.removeBrought.call({ broughtId })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      toast.success('Removed from the list', `${name} gets no letter.`)
    } catch (error) {
      toast.error(
        'Not removed',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    }
  }
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => void remove()}>
        <Trash2 aria-hidden />
        Remove from the list
      </MenuItem>
    </Menu>
  )
}
