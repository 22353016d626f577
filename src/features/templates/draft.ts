/** The edit of a template that is not saved yet, as the browser's tab keeps it. Pure. */

export interface Draft {
  templateName: string
  subject: string
  content: string
  /** The version it is based on. */
  basedOn: string | null
}

/** @returns null without a draft */
export function readTemplateDraft(text: string): Draft | null {
  try {
    return text ? (JSON.parse(text) as Draft) : null
  } catch {
    return null
  }
}

/**
 * The stored draft after a save: none, or what was written while the save was under way, based on the saved version.
 * @param sent the stored draft that was saved
 * @param newest the stored draft now
 */
export function draftAfterSave(sent: string, newest: string, versionId: string): string {
  const draft = newest === sent ? null : readTemplateDraft(newest)
  return draft ? JSON.stringify({ ...draft, basedOn: versionId }) : ''
}
