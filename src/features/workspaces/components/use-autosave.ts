import { useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useOnLeave } from '#platform/use-on-leave.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

const QUIET_MS = 1_200

/**
 * Text that is saved automatically shortly after the last keystroke and when the screen is left. Until the
 * server has it, it is also kept in session storage, so that reloading or losing the connection does not lose it. Changes saved in another
 * window are never overwritten: the state becomes `conflict`.
 * @param kept the server's text and version
 * @param save stores the text based on a version; returns the new version
 */
export function useAutosave<T extends Record<string, string>>(
  key: string,
  kept: { text: T; version: number },
  save: (text: T, basedOn: number) => Promise<number>,
) {
  const place = `autosave:${key}`
  const [text, setText] = useState(kept.text)
  const [state, setState] = useState<SaveState>('saved')
  const now = useRef({ text: kept.text, basedOn: kept.version, state: 'saved' as SaveState })
  const running = useRef<Promise<number | null> | null>(null)
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

  // A newer version from another window is adopted unless there are unsaved changes; otherwise it is a
  // conflict.
  const isNewer = kept.version > now.current.basedOn
  useEffect(() => {
    if (!isNewer || running.current) return
    const isSame = sameText(now.current.text, latest.current.kept.text)
    if (now.current.state === 'saved' || isSame) adopt(latest.current.kept)
    else show('conflict')
  })

  // A text that did not reach the server before the page went away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the field appears.
  useEffect(() => {
    const left = recall<T>(place)
    if (!left) return
    // The server has it, although the page was closed before the response arrived.
    if (sameText(left.text, kept.text)) return forget(place)
    now.current.text = left.text
    now.current.basedOn = left.basedOn
    setText(left.text)
    if (left.basedOn !== kept.version) show('conflict')
    else {
      show('unsaved')
      timer.current = setTimeout(() => void flush(), QUIET_MS)
    }
  }, [])
  useOnLeave(() => void flush())

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

  /**
   * Saves pending changes. A save that is already running is awaited; it includes what was typed meanwhile.
   * @returns the server's current version; null when saving failed
   */
  async function flush(): Promise<number | null> {
    clearTimeout(timer.current)
    if (running.current) return await running.current
    if (now.current.state === 'conflict') return null
    if (now.current.state === 'saved') return now.current.basedOn
    running.current = saveAll()
    return await running.current
  }

  async function saveAll(): Promise<number | null> {
    const sent = now.current.text
    show('saving')
    try {
      now.current.basedOn = await latest.current.save(sent, now.current.basedOn)
    } catch (error) {
      running.current = null
      show(readProblem(error).code === 'changed_elsewhere' ? 'conflict' : 'failed')
      return null
    }
    if (!sameText(sent, now.current.text)) {
      remember(place, { text: now.current.text, basedOn: now.current.basedOn })
      return await saveAll()
    }
    running.current = null
    clearTimeout(timer.current)
    forget(place)
    show('saved')
    return now.current.basedOn
  }

  return {
    text,
    state,
    change,
    flush,
    /** Adopts a version that another operation, such as sharing, created. */
    moveTo: (version: number) => {
      now.current.basedOn = version
    },
    /** Adopts the other window's version and discards the local text. */
    takeLatest: () => adopt(latest.current.kept),
    /** Overwrites the other window's version with the local text. */
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
    // Without session storage only an unsaved draft can be lost.
  }
}

function forget(place: string): void {
  try {
    window.sessionStorage.removeItem(place)
  } catch {
    // As above.
  }
}
