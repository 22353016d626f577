import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFileLock } from './file-lock.ts'

const lockFile = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'start.lock')

test('processes hold the lock one at a time', async () => {
  const file = lockFile()
  const order: string[] = []
  await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      withFileLock(file, async () => {
        order.push(`${name} in`)
        await Promise.resolve()
        order.push(`${name} out`)
      }),
    ),
  )
  for (let i = 0; i < order.length; i += 2) expect(order[i]?.split(' ')[0]).toBe(order[i + 1]?.split(' ')[0])
})

test('a lock left by a crashed process is taken over', async () => {
  const file = lockFile()
  writeFileSync(file, '999999999')
  expect(await withFileLock(file, async () => 'mine')).toBe('mine')
})

test('a failure inside releases the lock', async () => {
  const file = lockFile()
  await expect(withFileLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await withFileLock(file, async () => 'free')).toBe('free')
})
