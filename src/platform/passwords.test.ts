import { expect, test } from 'vitest'
import { createPasswords, type Hashing } from './passwords.ts'

const few = { atOnce: 1, most: 2, mostOfAnAddress: 2 }

test('passwords are hashed a few at a time, in order, and requests over the limit are refused at once', async () => {
  const { hashPassword, verifyPassword } = createPasswords(undefined, few)
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

test('a failed one frees its place for the next', async () => {
  const { hashPassword, verifyPassword } = createPasswords(undefined, few)
  const broken = verifyPassword({ hash: 'no hash', password: 'x' })
  const next = hashPassword('x')
  await expect(broken).rejects.toThrow()
  expect(await next).toContain(':')
})

test('a request from another address waits for one of a busy address, and not for all of them', async () => {
  const done: string[] = []
  const noted: Hashing = {
    hash: async (password) => {
      done.push(password)
      return password
    },
    verify: async () => true,
  }
  const passwords = createPasswords(noted, { atOnce: 1, most: 100, mostOfAnAddress: 5 })
  const from = (address: string, password: string) =>
    passwords.forAddress(address, () => passwords.hashPassword(password))
  const many = Array.from({ length: 8 }, (_, at) => from('office', `office ${at}`))
  const other = from('home', 'home')
  const outcomes = await Promise.allSettled([...many, other])
  // One is hashed, five wait, and the others are rejected at once: one address must not fill the queue.
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 6 }, () => 'fulfilled'),
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(done.indexOf('home')).toBe(2)
})
