import { expect, test } from 'vitest'
import { passwordHashing } from './passwords.ts'

test('passwords are hashed a few at a time, in the order they came, and whoever comes too many is told at once', async () => {
  const { hashPassword, verifyPassword } = passwordHashing(1, 2)
  const done: string[] = []
  const entered = ['first', 'second', 'third'].map(async (password) => {
    const hash = await hashPassword(password)
    done.push(password)
    return hash
  })
  await expect(hashPassword('fourth')).rejects.toMatchObject({ code: 'unavailable', reason: 'busy' })
  const [hash = ''] = await Promise.all(entered)
  expect(done).toEqual(['first', 'second', 'third'])
  expect(await verifyPassword({ hash, password: 'first' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'second' })).toBe(false)
})

test('one that fails gives its place to the next', async () => {
  const { hashPassword, verifyPassword } = passwordHashing(1, 2)
  const broken = verifyPassword({ hash: 'no hash', password: 'x' })
  const next = hashPassword('x')
  await expect(broken).rejects.toThrow()
  expect(await next).toContain(':')
})
