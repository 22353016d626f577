import { type AnimationEvent, useRef } from 'react'

/** Whether no element has the focus, so that moving it does not interrupt the user. */
export function isFocusFree(): boolean {
  const at = document.activeElement
  return at === null || at === document.body
}

/** Whether the focus is in a form field. */
export function isInField(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
}

/** The focused element; for a menu item, which is about to disappear, the menu's button. */
export function elementInUse(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return button instanceof HTMLElement ? button : null
}

/** An element and its ancestors up to the page's `main`, innermost first. Another page has none of them. */
function pathOf(element: HTMLElement | null): HTMLElement[] {
  if (!element || element === document.body) return []
  return element.tagName === 'MAIN' ? [element] : [element, ...pathOf(element.parentElement)]
}

/** Focuses an element that is not in the tab order, so that the next Tab continues there. */
function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * Props for a layer's content that return the focus: after the layer has been removed, the focus returns to
 * the element that opened it, unless it has moved elsewhere. If that element was removed, such as the button
 * of a removed row, the focus moves to the nearest element around it that is left. During the closing animation
 * the layer ignores keys and clicks (a double click would confirm twice), and it gets the focus if it is
 * reopened during the animation.
 * @param hasTrigger the layer has its own trigger button and returns the focus there itself
 */
export function useReturningFocus(hasTrigger: boolean) {
  /** The element that opened the layer, and its ancestors at that time. */
  const path = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: () => {
      path.current = pathOf(elementInUse())
    },
    onCloseAutoFocus: (event: Event) => {
      const isFree = isFocusFree()
      const [opener] = path.current
      const isGone = opener?.isConnected === false
      if (isFree && hasTrigger && !isGone) return
      event.preventDefault()
      if (!isFree) return
      const place = isGone ? path.current.find((element) => element.isConnected) : null
      if (place) focusPlace(place)
      else opener?.focus()
    },
    onAnimationStart: ({ target, currentTarget: layer }: AnimationEvent<HTMLElement>) => {
      if (target !== layer) return
      const wasClosing = layer.inert
      layer.inert = layer.dataset.state === 'closed'
      if (!wasClosing || layer.inert) return
      if (!isFocusFree()) path.current = pathOf(elementInUse())
      layer.focus()
    },
  }
}
