import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useTabDraft } from '#platform/use-tab-draft.ts'

const draftSchema = z.partialRecord(
  z.enum([
    'amount',
    'otherAmount',
    'recipientName',
    'fromName',
    'message',
    'delivery',
    'recipientEmail',
    'deliverOn',
  ]),
  z.string(),
)
/** The fields of the form as they were typed. */
export type GiftDraft = z.output<typeof draftSchema>

/**
 * What was typed into the form of a gift card, kept in the tab's session storage until the checkout opens:
 * a visitor who signs in with a provider leaves the page.
 * @returns the draft that the page was opened with, a function that stores the form, and one that deletes the
 * draft
 */
export function useGiftDraft(): [
  opened: GiftDraft,
  keep: (form: HTMLFormElement) => void,
  forget: () => void,
] {
  const [text, setText, forget] = useTabDraft('gift-card')
  // The server renders without a draft, so the first render in the browser must do the same.
  const [opened, setOpened] = useState<GiftDraft>(NOTHING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page was opened with.
  useEffect(() => setOpened(readDraft(text) ?? NOTHING), [])
  return [opened, (form) => setText(JSON.stringify(Object.fromEntries(new FormData(form)))), forget]
}

const NOTHING: GiftDraft = {}

function readDraft(text: string): GiftDraft | null {
  if (!text) return null
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
