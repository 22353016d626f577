import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { type Drafts, readDrafts, withDraft } from '../message-draft.ts'
import type { Thread } from '../outbox.ts'

const storageKey = (userId: string) => `greenside-drafts-${userId}`

/** The drafts stored in this browser; empty if storage is unavailable. */
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
    // If storage is full or blocked, the text remains in its field only.
  }
}

/** The draft of a conversation, restored after a reload and when the conversation is opened again. */
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
