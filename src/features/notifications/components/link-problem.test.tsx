import { ORPCError } from '@orpc/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkProblem } from './link-problem.tsx'

const pageFor = (error?: unknown) =>
  renderToStaticMarkup(
    <LinkProblem
      title="Email choices"
      hint="Use the link in our latest email."
      error={error}
      onRetry={() => {}}
    />,
  )

test.each([
  ['an address without a token', undefined],
  ['a link that is not ours', new ORPCError('no_such_link')],
  ['a link that is cut off', new ORPCError('bad_input')],
])('%s is called incomplete', (_, error) => {
  expect(pageFor(error)).toContain('This link is incomplete')
  expect(pageFor(error)).not.toContain('Try again')
})

test.each([
  ['does not answer', new TypeError('Failed to fetch')],
  ['fails', new ORPCError('internal')],
  ['is overloaded', new ORPCError('overloaded')],
])('a link can be tried again when the server %s', (_, error) => {
  expect(pageFor(error)).not.toContain('incomplete')
  expect(pageFor(error)).toContain('Try again')
})
