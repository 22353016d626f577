import { z } from 'zod'
import { pairSchema } from './schema.ts'
import { SHOWN_AT_ONCE } from './workspace.ts'

const shown = (atFirst: number) =>
  z.coerce.number<number | string>().pipe(z.int().min(1).max(5_000)).default(atFirst)

/** A workspace, and how many of its newest lessons and notes are read. */
export const readWorkspaceSchema = pairSchema.extend({
  lessons: shown(SHOWN_AT_ONCE.lessons),
  notes: shown(SHOWN_AT_ONCE.notes),
})

/** Only the workspaces with one student; only for coaches. */
export const listWorkspacesSchema = z.object({ studentId: z.uuid().optional() }).optional()
