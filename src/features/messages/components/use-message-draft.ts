import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { type Drafts, readDrafts, withDraft } from '../message-draft.ts'
import type { Thread } from '../outbox.ts'

const storageKey = (userId: string) => `greenside-drafts-${userId}`

/** A person's drafts in this browser; none where nothing can be kept. */
export function keptDrafts(userId: string): Drafts {
  try {
    return readDrafts(localStorage.getItem(storageKey(userId)), systemClock.now())
  } catch {
    return {}
  }
}

function keepDraft(userId: string, thread: Thread, text: string) {
  try {
    const drafts = withDraft(keptDrafts(userId), thread, text, systemClock.now())
    localStorage.setItem(storageKey(userId), JSON.stringify(drafts))
  } catch {
    // Full or forbidden: the text stays in its field.
  }
}

/** What is being written in one conversation: there again after a reload, and when one comes back to it. */
export function useMessageDraft(userId: string, thread: Thread): [string, (text: string) => void] {
  const [text, setText] = useState('')
  const touched = useRef(false)
  useEffect(() => {
    if (!touched.current) setText(keptDrafts(userId)[thread]?.text ?? '')
  }, [userId, thread])
  const write = useCallback(
    (next: string) => {
      touched.current = true
      setText(next)
      keepDraft(userId, thread, next)
    },
    [userId, thread],
  )
  return [text, write]
}
