import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MOST_PACKAGES } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { PackageList } from './package-list.tsx'
import { packageListQuery } from './package-list-query.ts'

const coachId = 'c0ac0001-0000-4000-8000-000000000001'
const packages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `bac00000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    left: 3,
    lessons: 5,
    endedAt: null,
    expiresAt: '2026-11-27T04:59:59.999Z',
    zone: 'America/New_York',
  })) as LessonPackage[]

function listOf(first: number, all?: number) {
  const client = new QueryClient()
  client.setQueryData(packageListQuery().queryKey, packages(first))
  if (all) client.setQueryData(packageListQuery(undefined, MOST_PACKAGES).queryKey, packages(all))
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PackageList userId={coachId} as="coach" look="lines" />
    </QueryClientProvider>,
  )
}
const rows = (html: string) => html.split('3 of 5 lessons left').length - 1

test('a coach with more packages than the list shows first can list all of them', () => {
  expect(listOf(49)).not.toContain('Show all packages')
  expect(listOf(50)).toContain('Show all packages')
  const all = listOf(50, 60)
  expect(rows(all)).toBe(60)
  expect(all).not.toContain('Show all packages')
})
