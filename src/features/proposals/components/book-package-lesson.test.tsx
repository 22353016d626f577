import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LessonPackage } from '../packages/schema.ts'
import { ChooseTime } from './book-package-lesson.tsx'

const { places, ...ofPreviousVersion } = {
  id: 'bac00000-0000-4000-8000-000000000001',
  locationId: null,
  places: [{ id: '91ace000-0000-4000-8000-000000000001', name: 'Longleaf Hollow', city: 'Charlotte' }],
  durationMinutes: 60,
  coach: { id: 'c0ac0001-0000-4000-8000-000000000001', label: 'Coach Maya' },
}

const dialogOf = (lessonPackage: object) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ChooseTime lessonPackage={lessonPackage as LessonPackage} onDone={() => undefined} />
    </QueryClientProvider>,
  )

test('the place of a package without its own is chosen first', () => {
  expect(dialogOf({ ...ofPreviousVersion, places })).toContain('Longleaf Hollow, Charlotte')
})

test('a package that the previous version returned, without places, opens with the coach’s times', () => {
  expect(dialogOf(ofPreviousVersion)).not.toContain('Choose a place')
})
