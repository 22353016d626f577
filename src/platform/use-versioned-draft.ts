import { useMemo, useRef } from 'react'
import { useTabDraft } from './use-tab-draft.ts'
import { leftAfterSaving, readVersionedDraft, type VersionedDraft } from './versioned-draft.ts'

/**
 * Unsaved changes of a saved text, kept in the tab's session storage with the version they are based on, so
 * that a version saved elsewhere is noticed, also after a reload.
 * @param key identifies the text
 * @param saved the saved text, which another window may change at any time
 */
export function useVersionedDraft(key: string, saved: { text: string; version: number }) {
  const [stored, store] = useTabDraft(key)
  const draft = useMemo(() => readVersionedDraft(stored), [stored])
  // Read again after a request.
  const latest = useRef(draft)
  latest.current = draft
  const keep = (next: VersionedDraft | null) => store(next ? JSON.stringify(next) : '')
  return {
    /** Null when nothing is changed. */
    draft,
    text: draft?.text ?? saved.text,
    /** The version to send when saving. */
    basedOn: draft?.basedOn ?? saved.version,
    change: (text: string) => {
      const basedOn = latest.current?.basedOn ?? saved.version
      keep(text === saved.text && basedOn === saved.version ? null : { text, basedOn })
    },
    /** Keeps the text, to overwrite the version that was saved elsewhere. */
    takeOver: () => keep(draft && { ...draft, basedOn: saved.version }),
    drop: () => keep(null),
    /**
     * Drops the draft that was saved.
     * @returns whether changes are left that were made during the request
     */
    settle: (sent: VersionedDraft | null, savedAs: number): boolean => {
      const left = leftAfterSaving(latest.current, sent, savedAs)
      keep(left)
      return left !== null
    },
  }
}
