import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { changedFields, fieldNames, rebase } from '../own-profile.ts'
import { type OwnProfile, ownProfileSchema } from '../schema.ts'

type Words = OwnProfile['words']

const draftSchema = z.object({
  /** The tag of what the edit began with, and that itself. */
  tag: z.string(),
  base: ownProfileSchema.shape.words,
  words: ownProfileSchema.shape.words,
})
type Draft = z.output<typeof draftSchema>

/**
 * What a coach types about herself, kept by the tab until it is saved or dropped: it outlives a reload and a look at another page.
 * @param latest what is saved now; another window may change it at any time
 */
export function useProfileDraft(latest: OwnProfile) {
  const [text, setText, forget] = useTabDraft(`own-profile:${latest.id}`)
  // The server draws the page without a draft, and so does the first drawing here.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const draft = useMemo(() => (isHere ? readDraft(text) : null), [isHere, text])

  const drop = () => {
    setText('')
    forget()
  }
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
    /** What the edit began with: goes along when it is saved. */
    basedOn: draft?.tag ?? latest.tag,
    /** The fields another window saved since the edit began; null when none did. */
    elsewhere,
    change: (patch: Partial<Words>) =>
      keep({
        tag: draft?.tag ?? latest.tag,
        base: draft?.base ?? latest.words,
        words: { ...(draft?.words ?? latest.words), ...patch },
      }),
    /** Puts what was changed here on top of what is saved now. */
    takeOver: () => {
      if (draft)
        keep({
          tag: latest.tag,
          base: latest.words,
          words: rebase(draft.base, draft.words, latest.words),
        })
    },
    drop,
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
