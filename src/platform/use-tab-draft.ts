import { useState } from 'react'

/**
 * What somebody is typing, kept for the tab: it outlives a dialog that is closed by mistake and a reload. Never leaves the
 * browser.
 * @param key names what it is written for
 * @returns the text, how to change it, and how to forget it once it has been sent
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
    // A browser that keeps nothing loses a draft, and nothing else.
  }
}
