import { useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

const QUIET_MS = 1_200

/**
 * Text that saves itself a moment after the last key. It is kept for the tab, too, until the server has it, so that a reload or a
 * lost connection loses nothing. What another window saved meanwhile is never overwritten: the state is `conflict` then.
 * @param kept what the server has, and its version
 * @param save stores the text based on a version; gives the new one
 */
export function useAutosave<T extends Record<string, string>>(
  key: string,
  kept: { text: T; version: number },
  save: (text: T, basedOn: number) => Promise<number>,
) {
  const place = `autosave:${key}`
  const [text, setText] = useState(kept.text)
  const [state, setState] = useState<SaveState>('saved')
  const now = useRef({ text: kept.text, basedOn: kept.version, state: 'saved' as SaveState, running: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ kept, save })
  useEffect(() => {
    latest.current = { kept, save }
  })

  function show(next: SaveState) {
    now.current.state = next
    setState(next)
  }

  function adopt(from: { text: T; version: number }) {
    now.current.text = from.text
    now.current.basedOn = from.version
    setText(from.text)
    forget(place)
    show('saved')
  }

  // What another window saved is shown at once where nothing is being typed, and said where something is.
  const isNewer = kept.version > now.current.basedOn
  useEffect(() => {
    if (!isNewer || now.current.running) return
    if (now.current.state === 'saved') adopt(latest.current.kept)
    else show('conflict')
  })

  // A text that did not reach the server before the page went away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the field appears.
  useEffect(() => {
    const left = recall<T>(place)
    if (!left || sameText(left.text, kept.text)) return
    now.current.text = left.text
    now.current.basedOn = left.basedOn
    setText(left.text)
    if (left.basedOn !== kept.version) show('conflict')
    else {
      show('unsaved')
      timer.current = setTimeout(() => void flush(), QUIET_MS)
    }
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(part: Partial<T>) {
    const next = { ...now.current.text, ...part }
    now.current.text = next
    setText(next)
    remember(place, { text: next, basedOn: now.current.basedOn })
    if (now.current.state === 'conflict') return
    show('unsaved')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), QUIET_MS)
  }

  /** Saves what is not saved yet. @returns the version the server has now; null when it could not be saved */
  async function flush(): Promise<number | null> {
    clearTimeout(timer.current)
    const { state: before, running } = now.current
    if (before === 'conflict' || running) return null
    if (before === 'saved') return now.current.basedOn
    const sent = now.current.text
    now.current.running = true
    show('saving')
    try {
      now.current.basedOn = await latest.current.save(sent, now.current.basedOn)
      now.current.running = false
    } catch (error) {
      now.current.running = false
      show(readProblem(error).code === 'changed_elsewhere' ? 'conflict' : 'failed')
      return null
    }
    if (!sameText(sent, now.current.text)) {
      remember(place, { text: now.current.text, basedOn: now.current.basedOn })
      show('unsaved')
      return await flush()
    }
    forget(place)
    show('saved')
    return now.current.basedOn
  }

  return {
    text,
    state,
    change,
    flush,
    /** Something else moved the version on, such as sharing. */
    moveTo: (version: number) => {
      now.current.basedOn = version
    },
    /** Shows what the other window saved, and drops what was typed here. */
    takeLatest: () => adopt(latest.current.kept),
    /** Saves what was typed here over it. */
    keepMine: () => {
      now.current.basedOn = latest.current.kept.version
      show('unsaved')
      return flush()
    },
  }
}

const sameText = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

function recall<T>(place: string): { text: T; basedOn: number } | null {
  try {
    const left = window.sessionStorage.getItem(place)
    return left ? JSON.parse(left) : null
  } catch {
    return null
  }
}

function remember(place: string, left: object): void {
  try {
    window.sessionStorage.setItem(place, JSON.stringify(left))
  } catch {
    // A browser that keeps nothing loses a draft, and nothing else.
  }
}

function forget(place: string): void {
  try {
    window.sessionStorage.removeItem(place)
  } catch {
    // As above.
  }
}
