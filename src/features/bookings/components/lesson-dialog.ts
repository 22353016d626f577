import type { ActionKind } from '../lesson-action-kinds.ts'
import type { ListedLesson } from '../schema.ts'

/**
 * Props of the dialogs about a lesson. A dialog is open while it is mounted; the URL determines which one.
 */
export interface LessonDialogProps {
  lesson: ListedLesson
  as: 'student' | 'coach'
  onClose: () => void
  /** Opens another dialog for the same lesson. */
  onDo: (kind: ActionKind) => void
}
