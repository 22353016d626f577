import { type RefObject, useEffect } from 'react'

/** The property in which a page's first script stores the button that was pressed before hydration. */
export const EARLY_PRESS = 'earlyPress'

/**
 * Adopts the state of radio buttons that were selected before hydration: the browser keeps it, but React does
 * not know about it.
 * @param ref an element around the radio group
 * @param value the selected value as the page knows it
 */
export function useEarlyChoice(
  ref: RefObject<HTMLElement | null>,
  value: string | null,
  onChoose: (value: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    const marked = ref.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (marked && marked.value !== value) onChoose(marked.value)
  }, [])
}

/**
 * Replays a press inside of an element marked `data-early` that happened before hydration.
 * @param ref the element
 */
export function useEarlyPress(
  ref: RefObject<HTMLElement | null>,
  onPress: (button: HTMLElement) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    const pressed: unknown = Reflect.get(window, EARLY_PRESS)
    if (!(pressed instanceof HTMLElement) || !ref.current?.contains(pressed)) return
    Reflect.deleteProperty(window, EARLY_PRESS)
    onPress(pressed)
  }, [])
}
