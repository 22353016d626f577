import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readProblem } from '#platform/api-problem.ts'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { studentsClient } from '../client.ts'
import type { RosterRow } from '../schema.ts'

/** A switch for booking open times directly. Takes effect at once, with Undo. */
export function AccessSwitch({
  student,
  withLabel,
}: {
  student: Pick<RosterRow, 'name' | 'mayBook'> & { studentId: string }
  /**
   * Shows the label next to the switch; otherwise it is only for screen readers, in a column with a heading.
   */
  withLabel?: boolean
}) {
  const access = useCalendarAccess(student)
  const label = `${student.name} may book directly`
  return (
    <Switch
      label={withLabel ? 'May book directly' : <VisuallyHidden>{label}</VisuallyHidden>}
      checked={access.shown ?? student.mayBook}
      onCheckedChange={(mayBook) => void access.set(mayBook)}
      className={withLabel ? 'justify-between' : 'justify-end'}
    />
  )
}

/** Gives or revokes calendar access, and shows a toast with the effect and Undo. */
function useCalendarAccess(student: { studentId: string; name: string }) {
  const queryClient = useQueryClient()
  const change = useMutation(studentsClient.setCalendarAccess.mutationOptions())
  async function set(mayBook: boolean, isUndo = false): Promise<void> {
    try {
      await change.mutateAsync({ studentId: student.studentId, mayBook })
      // A list that is still loading for the first time may have been read before the change, and an invalidation would wait for it.
      await queryClient.cancelQueries({ queryKey: studentsClient.key() })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      const [title, text] = mayBook
        ? ['Calendar opened', `${student.name} may book your open times directly.`]
        : ['Calendar closed', `${student.name} can no longer book directly. Booked lessons stay.`]
      toast.success(
        isUndo ? 'Taken back' : title,
        text,
        isUndo ? {} : { action: { label: 'Undo', onClick: () => void set(!mayBook, true) } },
      )
    } catch (error) {
      toast.error(
        'Not changed',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    }
  }
  // Optimistic: shows the requested state until the server responds.
  const shown = change.isPending ? change.variables.mayBook : undefined
  return { set, shown }
}
