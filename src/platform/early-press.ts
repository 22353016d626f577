import { type RefObject, useEffect } from 'react'

/** Under this name a page's first script keeps the button that was pressed before the others ran. */
export const EARLY_PRESS = 'earlyPress'

/**
 * Marks that a radio got from its reader before the scripts ran: the browser keeps them, and React knows nothing of them.
 * @param ref around the radios of one choice
 * @param value what the page knows as chosen
 */
export function useEarlyChoice(
  ref: RefObject<HTMLElement | null>,
  value: string | null,
  onChoose: (value: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes to life.
  useEffect(() => {
    const marked = ref.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (marked && marked.value !== value) onChoose(marked.value)
  }, [])
}

/**
 * Presses again what was pressed inside of an element marked `data-early` before the scripts ran.
 * @param ref the element
 */
export function useEarlyPress(
  ref: RefObject<HTMLElement | null>,
  onPress: (button: HTMLElement) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes to life.
  useEffect(() => {
    const pressed: unknown = Reflect.get(window, EARLY_PRESS)
    if (!(pressed instanceof HTMLElement) || !ref.current?.contains(pressed)) return
    Reflect.deleteProperty(window, EARLY_PRESS)
    onPress(pressed)
  }, [])
}
