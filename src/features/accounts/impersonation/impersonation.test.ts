import { expect, test } from 'vitest'
import { clearImpersonation, rememberImpersonation } from './impersonation.ts'

test('signing out clears the impersonation data and nothing else [row 83]', () => {
  const kept = () =>
    new Map([
      ['isImpersonating', 'true'],
      ['originalAdminId', 'a'],
      ['impersonatedUserId', 'b'],
      ['impersonatedUserEmail', 'b@students.test'],
      ['theme', 'dusk'],
    ])
  const [local, session] = [kept(), kept()]
  clearImpersonation([local, session].map((map) => ({ removeItem: (key: string) => void map.delete(key) })))
  expect([[...local.keys()], [...session.keys()]]).toEqual([['theme'], ['theme']])
})

test('the browser stores the impersonated person under the specified keys [row 106]', () => {
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
