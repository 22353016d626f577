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

/**
 * Props for a layer's content that return the focus: after the layer has been removed, the focus returns to
 * the element that opened it, unless it has moved elsewhere. During the closing animation the layer ignores
 * keys and clicks (a double click would confirm twice), and it gets the focus if it is reopened during the
 * animation.
 * @param hasTrigger the layer has its own trigger button and returns the focus there itself
 */
export function useReturningFocus(hasTrigger: boolean) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = elementInUse()
    },
    onCloseAutoFocus: (event: Event) => {
      const isFree = isFocusFree()
      if (isFree && hasTrigger) return
      event.preventDefault()
      if (isFree) opener.current?.focus()
    },
    onAnimationStart: ({ target, currentTarget: layer }: AnimationEvent<HTMLElement>) => {
      if (target !== layer) return
      const wasClosing = layer.inert
      layer.inert = layer.dataset.state === 'closed'
      if (!wasClosing || layer.inert) return
      if (!isFocusFree()) opener.current = elementInUse()
      layer.focus()
    },
  }
}
