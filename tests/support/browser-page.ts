import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/**
 * Renders components as a browser does, with their effects. The window and its document are global until `unmount`.
 * @param more further properties of the window and of the navigator
 */
export async function mount(content: ReactNode, more: { window?: object; navigator?: object } = {}) {
  const window = Object.assign(new Window({ url: 'https://greenside.test/' }), more.window)
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, ...more.navigator })
  const { createRoot } = await import('react-dom/client')
  const page = window.document.createElement('div') as unknown as HTMLElement
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
