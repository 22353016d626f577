import { Switch } from '#ui/switch.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { RosterRow } from '../schema.ts'
import { useCalendarAccess } from './use-calendar-access.ts'

/** Whether a student may book open times directly: on or off, at once, with an undo. */
export function AccessSwitch({
  student,
  withLabel,
}: {
  student: Pick<RosterRow, 'name' | 'mayBook'> & { studentId: string }
  /** The words stand beside it; else only for screen readers, under a column's name. */
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
