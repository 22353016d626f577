import { useTabDraft } from '#platform/use-tab-draft.ts'
import { readVersionedDraft } from '#platform/versioned-draft.ts'
import type { Evidence } from './schema.ts'

/**
 * The notes of a dispute as an admin edits them. Unsaved notes stay in the tab. A draft from before another admin
 * saved other notes does not take their place: it is returned apart.
 */
export function useNotesDraft({ dispute, history }: Pick<Evidence, 'dispute' | 'history'>) {
  const [stored, store, forget] = useTabDraft(`dispute-notes:${dispute.id}`)
  const saved = dispute.adminNotes ?? ''
  // Refunds and changes of the status are versions of the dispute, too, but leave the notes as they are.
  const basedOn = history.findLastIndex(({ notes }, at) => notes !== (history[at - 1]?.notes ?? null)) + 1
  const draft = readVersionedDraft(stored)
  const isOlder = draft !== null && draft.basedOn !== basedOn
  const change = (text: string) => store(text === saved ? '' : JSON.stringify({ text, basedOn }))
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
