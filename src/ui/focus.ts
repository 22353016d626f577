import { type AnimationEvent, useRef } from 'react'

/** Whether nobody has put the focus anywhere on the page: whoever has is not to be torn away by what appears or goes. */
export function isFocusFree(): boolean {
  const at = document.activeElement
  return at === null || at === document.body
}

/** Whether somebody is about to type or to choose in a field. */
export function isInField(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
}

/** What has the focus; for the line of a menu, which is about to go, the menu's button. */
export function elementInUse(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return button instanceof HTMLElement ? button : null
}

/**
 * How a layer over the page gives the focus back, to be spread on its content: when it is gone, the focus returns to what opened it, unless it is
 * somewhere else by then. While it fades away it takes neither keys nor clicks (the second of two clicks would confirm twice), and has
 * the focus when it is opened again before it is gone.
 * @param hasTrigger the layer has a button of its own, and returns the focus there itself
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
