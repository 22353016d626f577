import { expect, test } from 'vitest'
import { forgetImpersonation, rememberImpersonation } from './impersonation.ts'

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

test('the browser notes whom the admin acts as, under the names of the specification [row 106]', () => {
  const local = new Map<string, string>()
  rememberImpersonation(
    { setItem: (key, value) => void local.set(key, value) },
    { adminId: 'a', userId: 'b', email: 'b@students.test' },
  )
  expect(Object.fromEntries(local)).toEqual({
    isImpersonating: 'true',
    originalAdminId: 'a',
    impersonatedUserId: 'b',
    impersonatedUserEmail: 'b@students.test',
  })
})
