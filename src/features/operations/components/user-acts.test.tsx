import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PersonShown, Promises } from '../schema.ts'
import { promisesQuery } from './suspend-dialog.tsx'
import { UserActs } from './user-acts.tsx'

const userId = '5e0c4d52-6d4f-4c1e-8f1c-0f7a0c1b2d3e'

/** The actions for a person whose account has this state, a coach by default, with lessons that students still expect. */
function actsFor(
  state: PersonShown['state'],
  promised: { lessons?: number; credits?: number },
  role: PersonShown['role'] = 'coach',
) {
  const promises: Promises = {
    lessons: { count: promised.lessons ?? 0, paidCents: 8_500, next: [] },
    holds: 0,
    proposals: 0,
    packages: { count: 1, credits: promised.credits ?? 0, cents: 0 },
    videoReviews: { count: 0, cents: 0 },
    heldCents: 0,
    disputes: 0,
  }
  const client = new QueryClient()
  client.setQueryData(promisesQuery(userId).queryKey, promises)
  const person = {
    userId,
    state,
    role,
    fullName: 'Maya Bennett',
    email: 'maya@greenside.test',
    emailVerified: true,
    hasSecondFactor: false,
    passkeys: 0,
  } as PersonShown
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <UserActs person={person} />
    </QueryClientProvider>,
  )
}

const refundKept = 'Cancel and refund what was kept'

test('what a suspension kept can be canceled and refunded later', () => {
  expect(actsFor('suspended', { lessons: 1 })).toContain(refundKept)
  expect(actsFor('suspended', { credits: 2 })).toContain(refundKept)
  expect(actsFor('suspended', {})).not.toContain(refundKept)
  expect(actsFor('open', { lessons: 1 })).not.toContain(refundKept)
})

test('the admin role is offered for a student and not for a coach', () => {
  expect(actsFor('open', {}, 'student')).toContain('Make admin')
  expect(actsFor('open', {})).not.toContain('Make admin')
})
