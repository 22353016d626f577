import { expect, test } from 'vitest'
import { forgetImpersonation } from './impersonation.ts'

test('signing out leaves nothing of an impersonation behind, and touches nothing else [row 83]', () => {
  const kept = () =>
    new Map([
      ['isImpersonating', 'true'],
      ['originalAdminId', 'a'],
      ['impersonatedUserId', 'b'],
      ['impersonatedUserEmail', 'b@students.test'],
      ['theme', 'dusk'],
    ])
  const [local, session] = [kept(), kept()]
  forgetImpersonation([local, session].map((map) => ({ removeItem: (key: string) => void map.delete(key) })))
  expect([[...local.keys()], [...session.keys()]]).toEqual([['theme'], ['theme']])
})
