import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** What code of pages reads as globals, other than the window and its document. */
const domGlobals = [
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
  'FormData',
] as const

/**
 * Renders components as a browser does, with their effects. The window and its document are global until `unmount`.
 * @param more further properties of the window and of the navigator
 */
export async function mount(content: ReactNode, more: { window?: object; navigator?: object } = {}) {
  const window = Object.assign(new Window({ url: 'https://greenside.test/' }), more.window)
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  for (const name of domGlobals) vi.stubGlobal(name, window[name])
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, ...more.navigator })
  const { createRoot } = await import('react-dom/client')
  const page = window.document.createElement('div') as unknown as HTMLElement
  window.document.body.append(page as unknown as (typeof window.document.body.children)[0])
  const root = createRoot(page, { onCaughtError: () => undefined })
  root.render(content)
  return {
    window,
    page,
    render: (next: ReactNode) => root.render(next),
    async unmount() {
      root.unmount()
      // React's last work needs the window. It is scheduled for the next turns: for one of them, for more on a busy machine.
      for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done))
      vi.unstubAllGlobals()
      await window.happyDOM.close()
    },
  }
}

/** Types a text into a field as a user does: React notices it. */
export function typeInto(field: Element | null, text: string) {
  if (!field) throw new Error('no such field')
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
}
