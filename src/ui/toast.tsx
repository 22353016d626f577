import { useSelector } from '@tanstack/react-store'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import {
  currentToast,
  dismissToast,
  showToast,
  type ToastAction,
  type ToastMessage,
  toastDuration,
} from './toast-store.ts'

type ToastOptions = { action?: ToastAction }

/**
 * Short messages about what just happened, one at a time: successes are shown for four seconds, errors for
 * five.
 */
export const toast = {
  success: (title: string, description?: string, options?: ToastOptions) =>
    showToast({ tone: 'success', title, description, ...options }),
  error: (title: string, description?: string, options?: ToastOptions) =>
    showToast({ tone: 'error', title, description, ...options }),
  dismiss: dismissToast,
}

/**
 * Renders toasts; use once, at the root of the application. At the top on phones and at the lower left on
 * wider screens, where toasts cover neither send buttons nor a dialog's buttons.
 */
export function Toaster() {
  const message = useSelector(currentToast)
  const region = useRef<HTMLElement>(null)
  useKeyTo(region, message?.id ?? null)
  const shown = message ? <ToastCard key={message.id} message={message} /> : null
  return (
    <section
      ref={region}
      aria-label="Notifications"
      data-toaster
      data-no-print
      className="pointer-events-none fixed inset-x-4 top-4 z-100 flex justify-center sm:inset-x-auto sm:top-auto sm:bottom-6 sm:left-6 sm:w-96"
    >
      <div aria-live="polite" aria-atomic className="contents">
        {message?.tone === 'success' ? shown : null}
      </div>
      <div aria-live="assertive" aria-atomic className="contents">
        {message?.tone === 'error' ? shown : null}
      </div>
    </section>
  )
}

/** The key that moves the focus to the toast; other software uses the same key. */
const KEY_TO_MESSAGE = 'F8'

/**
 * The key moves the focus to the toast's first button; when the toast disappears, the focus returns to where
 * it was.
 */
function useKeyTo(region: RefObject<HTMLElement | null>, messageId: number | null) {
  const cameFrom = useRef<Element>(null)
  useEffect(() => {
    if (messageId === null) return
    const lead = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (key !== KEY_TO_MESSAGE || altKey || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      if (!region.current?.contains(document.activeElement)) cameFrom.current = document.activeElement
      region.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [region, messageId])
  useEffect(() => {
    if (messageId !== null) return
    const back = cameFrom.current
    cameFrom.current = null
    if (document.activeElement === document.body && back instanceof HTMLElement) back.focus()
  }, [messageId])
}

function ToastCard({ message }: { message: ToastMessage }) {
  const { id, tone, title, description, action } = message
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), toastDuration[tone])
    return () => clearTimeout(timer)
  }, [held, id, tone])
  const Icon = tone === 'error' ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open; it reveals nothing.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        dismissToast(id)
      }}
      className="pointer-events-auto flex w-full max-w-md animate-rise-in items-start gap-3 rounded-card border bg-surface-raised py-3.5 pr-2.5 pl-4 text-[0.9375rem] shadow-float"
    >
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-5 shrink-0', tone === 'error' ? 'text-red' : 'text-green')}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
        {action ? (
          <p className="mt-1 flex items-center gap-2.5 text-sm">
            <button
              type="button"
              onClick={() => {
                action.onClick()
                dismissToast(id)
              }}
              aria-keyshortcuts={KEY_TO_MESSAGE}
              className="text-link font-semibold"
            >
              {action.label}
            </button>
            <Kbd className="hidden [@media(hover:hover)]:inline-flex">{KEY_TO_MESSAGE}</Kbd>
          </p>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(id)}
        className="grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-surface-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
