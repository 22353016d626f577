import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CancelMessageField } from './cancel-parts.tsx'

const fieldFor = (isOfCaller: boolean) =>
  renderToStaticMarkup(
    <CancelMessageField
      as="coach"
      other="Gus Caller"
      value=""
      onChange={() => {}}
      isMissing={false}
      isOfCaller={isOfCaller}
      box={{ current: null }}
    />,
  )

test('a coach writes to a student who reads it, and only keeps a note for one without an email address', () => {
  expect(fieldFor(false)).toContain('What should Gus Caller know? (required)')
  expect(fieldFor(true)).not.toContain('required')
  expect(fieldFor(true)).toContain('Nothing is sent: call or text Gus Caller.')
})
