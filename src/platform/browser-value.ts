import { type Atom, createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

/** A value in the local storage of this browser, shared by all components and tabs. */
export interface BrowserValue<T> {
  /** Reads the stored value; without storage, the value that was set in this page. Empty on the server. */
  get(): T
  /** Stores a value; without storage it is kept until the page is closed. */
  set(value: T): void
  /** The value as it was last read or written in this page. */
  store: Pick<Atom<{ value: T }>, 'get' | 'subscribe'>
  /** Reads the stored value, and again when another tab changes it. */
  watch(): void
}

/** A part of the value. Empty during hydration, like on the server. */
export function useBrowserValue<T, Part>(
  { store, watch }: BrowserValue<T>,
  select: (value: T) => Part,
): Part {
  useEffect(watch, [watch])
  return useSelector(store, ({ value }) => select(value))
}

/**
 * @param read parses what is stored; called with null when there is nothing, which must return an empty value
 * @param write the text to store; null removes it
 */
export function browserValue<T>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
): BrowserValue<T> {
  const store = createAtom<{ value: T }>({ value: read(null) })
  let isWatched = false
  function load() {
    try {
      const value = read(localStorage.getItem(key))
      store.set(() => ({ value }))
    } catch {
      // Storage is unavailable.
    }
  }
  function watch() {
    if (isWatched) return
    isWatched = true
    load()
    window.addEventListener('storage', (event) => {
      // A cleared storage has no key.
      if (event.key === key || event.key === null) load()
    })
  }
  return {
    get() {
      load()
      return store.get().value
    },
    set(value) {
      const text = write(value)
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // Storage is unavailable or full.
      }
      store.set(() => ({ value }))
    },
    store,
    watch,
  }
}
