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

/** What was chosen when the button was pressed; null for a press before hydration, which may precede the choice. */
interface WaitingPress {
  choice: string | null
}

/**
 * Keeps a press on the booking button until the open times are loaded, so that it is not lost on a slow
 * connection. The press is dropped when the student then chooses something else, and when the time was taken or
 * could not be looked up, which the page shows.
 * @param state of the chosen time
 * @param choice the time, length and place chosen
 * @param onOpen called once the chosen time is known to be open
 * @returns whether a press waits, and functions that make one wait: for this choice, or before hydration
 */
export function useWaitingPress(state: ChosenTimeState, choice: object, onOpen: () => void) {
  const [press, setPress] = useState<WaitingPress | null>(null)
  const current = JSON.stringify(choice)
  const isWaiting = press !== null && (press.choice === null || press.choice === current)
  useEffect(() => {
    if (!press || (isWaiting && state === 'loading')) return
    setPress(null)
    if (isWaiting && state === 'open') onOpen()
  })
  return {
    isWaiting,
    wait: () => setPress({ choice: current }),
    waitFromStart: () => setPress({ choice: null }),
  }
}
