import type { ActionKind } from '../lesson-action-kinds.ts'
import type { ListedLesson } from '../schema.ts'

/** Every dialog about a lesson. It is open for as long as it is there; the address says which one it is. */
export interface LessonDialogProps {
  lesson: ListedLesson
  as: 'student' | 'coach'
  onClose: () => void
  /** Goes on to another thing to do with the same lesson. */
  onDo: (kind: ActionKind) => void
}
