import { z } from 'zod'

/** Unsaved changes of something that has versions. Pure. */

const draftSchema = z.object({
  text: z.string(),
  /** The version that was shown when the user began to change the text. */
  basedOn: z.int(),
})
export type VersionedDraft = z.output<typeof draftSchema>

/** Parses a stored draft. @returns null when there is none */
export function readVersionedDraft(stored: string): VersionedDraft | null {
  if (!stored) return null
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}

/**
 * What is left of a draft after it was saved. Changes that were made while the request was running are kept,
 * based on the saved version.
 * @param now the draft at this moment; null when it was discarded
 * @param sent the draft that was saved: the same object when nothing was changed since
 */
export const leftAfterSaving = <Draft extends { basedOn: unknown }>(
  now: Draft | null,
  sent: Draft | null,
  savedAs: Draft['basedOn'],
): Draft | null => (now === null || now === sent ? null : { ...now, basedOn: savedAs })
