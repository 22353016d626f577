import { useState } from 'react'

/**
 * A draft text stored in the tab's session storage: it survives a closed dialog and a reload. It never leaves
 * the browser.
 * @param key identifies what the draft is for
 * @returns the text, a setter, and a function that deletes the draft once it has been sent
 */
export function useTabDraft(
  key: string,
): [text: string, setText: (text: string) => void, forget: () => void] {
  const place = `draft:${key}`
  const [text, setText] = useState(() => read(place))
  const change = (next: string) => {
    setText(next)
    write(place, next)
  }
  return [text, change, () => write(place, '')]
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
