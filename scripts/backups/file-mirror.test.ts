import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR } from '#platform/duration.ts'
import { mirrorFiles, restoreFiles } from './file-mirror.ts'

const MONDAY = Date.parse('2026-03-02T12:00:00Z')

let home: string
let [from, mirror, to] = ['', '', '']
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mirror-'))
  ;[from, mirror, to] = [join(home, 'files'), join(home, 'mirror'), join(home, 'back')]
  await mkdir(join(from, 'clips'), { recursive: true })
})
afterEach(() => rm(home, { recursive: true }))
const put = (name: string) => writeFile(join(from, name), `what ${name} says`)
const copy = (now: number) => mirrorFiles(from, mirror, { now, keepDays: 35 })
const there = () => readdir(to, { recursive: true })

test('what was taken away comes back in a restore to a time before, and not in one to a time after', async () => {
  await put('clips/swing-one')
  await put('photo-two')
  expect(await copy(MONDAY)).toEqual({ added: 2, forgotten: 0 })
  await rm(join(from, 'photo-two'))
  await put('photo-three')
  expect(await copy(MONDAY + HOUR)).toEqual({ added: 1, forgotten: 0 })
  expect(await restoreFiles(mirror, to, MONDAY)).toEqual({ restored: 3, mirrored: 3 })
  expect(await readFile(join(to, 'photo-two'), 'utf8')).toBe('what photo-two says')
  await rm(to, { recursive: true })
  await restoreFiles(mirror, to, MONDAY + HOUR)
  expect((await there()).sort()).toEqual(['clips', join('clips', 'swing-one'), 'photo-three'])
})

test('what was taken away is gone from the copy after 35 days', async () => {
  await put('clips/swing-one')
  await put('photo-two')
  await copy(MONDAY)
  await rm(join(from, 'photo-two'))
  await copy(MONDAY + HOUR)
  expect(await copy(MONDAY + 34 * DAY)).toEqual({ added: 0, forgotten: 0 })
  expect(await copy(MONDAY + 36 * DAY)).toEqual({ added: 0, forgotten: 1 })
  expect(await readdir(join(mirror, 'kept'), { recursive: true })).toEqual([
    'clips',
    join('clips', 'swing-one'),
  ])
})

test('a file that is still arriving is left for the next time', async () => {
  await put('photo-two.0b7c')
  expect(await copy(MONDAY)).toEqual({ added: 0, forgotten: 0 })
})

test('a folder without any of its files is an error, and a restore still has them, until the operator says they were deleted', async () => {
  await put('photo-two')
  await copy(MONDAY)
  for (const isThere of [true, false]) {
    await rm(from, { recursive: true })
    if (isThere) await mkdir(from)
    await expect(copy(MONDAY + HOUR)).rejects.toThrow(
      /^1 of 1 files are missing in .* If the files were deleted on purpose, run the backup once with --files-deleted/,
    )
    if (!isThere) await mkdir(from)
  }
  expect(await restoreFiles(mirror, to, MONDAY + 2 * HOUR)).toEqual({ restored: 1, mirrored: 1 })
  await mirrorFiles(from, mirror, { now: MONDAY + HOUR, keepDays: 35, mayVanish: true })
  expect(await restoreFiles(mirror, to, MONDAY + 2 * HOUR)).toEqual({ restored: 0, mirrored: 1 })
})

test('more than half of many files may not vanish at once, half of them may', async () => {
  const names = Array.from({ length: 120 }, (_, n) => `photo-${n}`)
  for (const name of names) await put(name)
  await copy(MONDAY)
  for (const name of names.slice(0, 61)) await rm(join(from, name))
  await expect(copy(MONDAY + HOUR)).rejects.toThrow('61 of 120 files are missing')
  await put(names[0] ?? '')
  expect(await copy(MONDAY + HOUR)).toEqual({ added: 0, forgotten: 0 })
  expect(await restoreFiles(mirror, to, MONDAY + HOUR)).toEqual({ restored: 60, mirrored: 120 })
})

test('a folder that cannot be read is an error', async () => {
  await rm(from, { recursive: true })
  await writeFile(from, 'no folder')
  await expect(copy(MONDAY)).rejects.toThrow('ENOTDIR')
})

test('a mirror whose list cannot be read is an error, and not an empty one', async () => {
  await mkdir(join(mirror, 'index.json'), { recursive: true })
  await expect(copy(MONDAY)).rejects.toThrow('EISDIR')
  await expect(restoreFiles(mirror, to, MONDAY)).rejects.toThrow('EISDIR')
})
