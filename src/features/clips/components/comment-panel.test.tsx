import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Clip } from '../schema.ts'
import { CommentPanel } from './comment-panel.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const panelOf = (clipId: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CommentPanel
        clip={{ id: clipId, kind: 'video', comments: [] } as Partial<Clip> as Clip}
        us={0}
        me="5d000000-0000-4000-8000-000000000001"
        nameOf={() => 'Sam Rivera'}
        onJump={() => undefined}
      />
    </QueryClientProvider>,
  )

test('a comment that is being written is there again when its tab is opened again', () => {
  const stored = new Map([['draft:clip-comment:driver', 'Your hips open too early']])
  vi.stubGlobal('window', { sessionStorage: { getItem: (place: string) => stored.get(place) ?? null } })
  expect(panelOf('driver')).toContain('Your hips open too early')
  expect(panelOf('wedge')).not.toContain('Your hips open too early')
})
