import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { isRunning, withFileLock } from './file-lock.ts'

const folders: string[] = []
function lockFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  folders.push(folder)
  return join(folder, 'start.lock')
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

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

test('a lock that a process created without writing its pid is taken over', async () => {
  const file = lockFile()
  writeFileSync(file, '')
  utimesSync(file, 0, 0)
  expect(await withFileLock(file, async () => 'mine')).toBe('mine')
})

test('a process of another user is none of ours, unless we are root', () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  const user = vi.spyOn(process, 'getuid' as never) as ReturnType<typeof vi.fn>
  user.mockReturnValue(1000)
  expect(isRunning(1)).toBe(false)
  user.mockReturnValue(0)
  expect(isRunning(1)).toBe(true)
})

test('a failure inside releases the lock', async () => {
  const file = lockFile()
  await expect(withFileLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await withFileLock(file, async () => 'free')).toBe('free')
})
