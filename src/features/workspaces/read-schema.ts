import { z } from 'zod'
import { pairSchema } from './schema.ts'
import { MOST_SHOWN, SHOWN_AT_ONCE } from './workspace.ts'

const shown = (atFirst: number) =>
  z.coerce.number<number | string>().pipe(z.int().min(1).max(MOST_SHOWN)).default(atFirst)

/** A workspace, and how many of its newest items of each kind are read. */
export const readWorkspaceSchema = pairSchema.extend({
  lessons: shown(SHOWN_AT_ONCE.lessons),
  notes: shown(SHOWN_AT_ONCE.notes),
  practice: shown(SHOWN_AT_ONCE.practice),
  comments: shown(SHOWN_AT_ONCE.comments),
})

/** Only the workspaces with one student; only for coaches. */
export const listWorkspacesSchema = z.object({ studentId: z.uuid().optional() }).optional()
