import { Switch } from '#ui/switch.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { RosterRow } from '../schema.ts'
import { useCalendarAccess } from './use-calendar-access.ts'

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
