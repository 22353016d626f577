import { useEffect, useState } from 'react'

/** What is known about the chosen time: `failed` when the open times could not be loaded. */
export type ChosenTimeState = 'loading' | 'open' | 'taken' | 'failed'

/**
 * @param list the open times; undefined or null while they are loading, and when that failed
 * @param slot the chosen time, if it is open
 */
export function chosenTimeState(
  list: object | null | undefined,
  slot: object | undefined,
  choice: { time?: string | undefined },
  isLoading: boolean,
): ChosenTimeState {
  if (slot) return 'open'
  if (choice.time === undefined || (!list && isLoading)) return 'loading'
  return list ? 'taken' : 'failed'
}

/**
 * Keeps a press on the booking button until the open times are loaded, so that it is not lost on a slow
 * connection.
 * @param state of the chosen time
 * @param onOpen called once the chosen time is known to be open; the press is dropped when it was taken or
 *   could not be looked up, which the page shows
 * @returns whether a press waits, and a function that makes one wait
 */
export function useWaitingPress(
  state: ChosenTimeState,
  onOpen: () => void,
): [isWaiting: boolean, wait: () => void] {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || state === 'loading') return
    setWaiting(false)
    if (state === 'open') onOpen()
  })
  return [isWaiting, () => setWaiting(true)]
}
