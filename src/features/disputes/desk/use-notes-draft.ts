import { z } from 'zod'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import type { Evidence } from './schema.ts'

const draftSchema = z.object({
  text: z.string(),
  /** The saved notes that were shown when the admin began to change them; null when an earlier version stored the draft. */
  basedOn: z.string().nullable().catch(null),
})

/**
 * The notes of a dispute as an admin edits them. Unsaved notes stay in the tab. A draft from before other notes were
 * saved does not take their place: it is returned apart.
 */
export function useNotesDraft(dispute: Pick<Evidence['dispute'], 'id' | 'adminNotes'>) {
  const [stored, store, forget] = useTabDraft(`dispute-notes:${dispute.id}`)
  const saved = dispute.adminNotes ?? ''
  const draft = readDraft(stored)
  // The notes may have been saved although the response was lost.
  const isOlder = draft !== null && draft.basedOn !== saved && draft.text.trim() !== saved
  const change = (text: string) => store(text === saved ? '' : JSON.stringify({ text, basedOn: saved }))
  return {
    notes: draft && !isOlder ? draft.text : saved,
    change,
    /** To be called when the notes were saved. */
    forget,
    /** The draft that does not contain the saved notes; null without one. */
    older: isOlder ? draft.text : null,
    discardOlder: () => store(''),
    /** Adds the older draft below the saved notes. */
    addOlder: () => change([saved, draft?.text].filter(Boolean).join('\n\n')),
  }
}

/** Parses a stored draft. @returns null when there is none */
function readDraft(stored: string) {
  if (!stored) return null
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    // Earlier versions stored the text alone.
    return { text: stored, basedOn: null }
  }
}
