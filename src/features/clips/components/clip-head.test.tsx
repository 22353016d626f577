import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Clip } from '../schema.ts'
import { ClipHead } from './clip-head.tsx'

const clip = {
  id: 'driver',
  title: 'Driver, face on',
  coach: { id: 'maya', name: 'Coach Maya' },
  student: { id: 'sam', name: 'Sam Rivera' },
} as Partial<Clip> as Clip

const headOf = (change: Partial<Clip>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ClipHead clip={{ ...clip, ...change }} me="sam" />
    </QueryClientProvider>,
  )

test('a clip leads back to the workspace, and to all clips when the two have no lessons', () => {
  const workspace = 'href="/student-collaborate?coach=maya'
  expect(headOf({ haveLessons: true })).toContain(workspace)
  expect(headOf({ haveLessons: false })).toContain('href="/clips?with=maya"')
  expect(headOf({}), 'of a process of the previous version').toContain(workspace)
})
