import { useState } from 'react'

/**
 * A draft text stored in the tab's session storage: it survives a closed dialog and a reload. It never leaves
 * the browser.
 * @param key identifies what the draft is for; when it changes, the text is that of the new key
 * @returns the text, a setter, and a function that deletes the draft once it has been sent
 */
export function useTabDraft(
  key: string,
): [text: string, setText: (text: string) => void, forget: () => void] {
  const place = `draft:${key}`
  const [draft, setDraft] = useState(() => ({ place, text: read(place) }))
  if (draft.place !== place) setDraft({ place, text: read(place) })
  const change = (next: string) => {
    setDraft({ place, text: next })
    write(place, next)
  }
  return [draft.text, change, () => write(place, '')]
}

function read(place: string): string {
  try {
    return typeof window === 'undefined' ? '' : (window.sessionStorage.getItem(place) ?? '')
  } catch {
    return ''
  }
}

function write(place: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(place, text)
    else window.sessionStorage.removeItem(place)
  } catch {
    // Without storage only the draft is lost.
  }
}
