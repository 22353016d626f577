import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { changedFields, changedSince, fieldNames, rebase } from '../own-profile.ts'
import { type OwnProfile, ownProfileSchema } from '../schema.ts'

type Words = OwnProfile['words']

const draftSchema = z.object({
  /** The tag and content that the edit is based on. */
  tag: z.string(),
  base: ownProfileSchema.shape.words,
  words: ownProfileSchema.shape.words,
})
type Draft = z.output<typeof draftSchema>

/**
 * A coach's unsaved profile, kept in session storage until it is saved or discarded: it survives reloads and
 * navigation.
 * @param latest the saved profile, which another window may change at any time
 */
export function useProfileDraft(latest: OwnProfile) {
  const [text, setText, forget] = useTabDraft(`own-profile:${latest.id}`)
  // The server renders without a draft, so the first render in the browser must do the same.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const kept = useMemo(() => (isHere ? readDraft(text) : null), [isHere, text])
  // The response to a save may have been lost.
  const isSaved = kept !== null && changedFields(kept.words, latest.words).length === 0
  const draft = isSaved ? null : kept
  // Read again after a request.
  const latestDraft = useRef(draft)
  latestDraft.current = draft

  const drop = () => {
    setText('')
    forget()
  }
  const forgetSaved = useEffectEvent(drop)
  useEffect(() => {
    if (isSaved) forgetSaved()
  }, [isSaved])
  const keep = (next: Draft) =>
    changedFields(next.base, next.words).length === 0 && next.tag === latest.tag
      ? drop()
      : setText(JSON.stringify(next))

  const elsewhere =
    draft && draft.tag !== latest.tag
      ? changedFields(draft.base, latest.words).map((field) => fieldNames[field])
      : null
  return {
    words: draft?.words ?? latest.words,
    isChanged: draft !== null,
    /** The tag the edit is based on, sent when saving. */
    basedOn: draft?.tag ?? latest.tag,
    /** The fields another window has saved since the edit began; null when there are none. */
    elsewhere,
    change: (patch: Partial<Words>) =>
      keep({
        tag: draft?.tag ?? latest.tag,
        base: draft?.base ?? latest.words,
        words: { ...(draft?.words ?? latest.words), ...patch },
      }),
    /** Applies the changes on top of the saved version. */
    takeOver: () => {
      if (draft)
        keep({
          tag: latest.tag,
          base: latest.words,
          words: rebase(draft.base, draft.words, latest.words),
        })
    },
    drop,
    /** Drops what was saved. Changes made during the request are kept, based on the saved version. */
    settle: (sent: Words, saved: OwnProfile) => {
      const now = latestDraft.current
      const words = now && changedSince(sent, now.words, saved.words)
      if (words) keep({ tag: saved.tag, base: saved.words, words })
      else drop()
    },
  }
}

function readDraft(text: string): Draft | null {
  if (!text) return null
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
