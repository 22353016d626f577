import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
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
  expect(await restoreFiles(mirror, to, MONDAY)).toBe(3)
  expect(await readFile(join(to, 'photo-two'), 'utf8')).toBe('what photo-two says')
  await rm(to, { recursive: true })
  await restoreFiles(mirror, to, MONDAY + HOUR)
  expect((await there()).sort()).toEqual(['clips', join('clips', 'swing-one'), 'photo-three'])
})

test('what was taken away is gone from the copy after 35 days', async () => {
  await put('photo-two')
  await copy(MONDAY)
  await rm(join(from, 'photo-two'))
  await copy(MONDAY + HOUR)
  expect(await copy(MONDAY + 34 * DAY)).toEqual({ added: 0, forgotten: 0 })
  expect(await copy(MONDAY + 36 * DAY)).toEqual({ added: 0, forgotten: 1 })
  expect(await readdir(join(mirror, 'kept'))).toEqual([])
})

test('a file that is still arriving is left for the next time', async () => {
  await put('photo-two.0b7c')
  expect(await copy(MONDAY)).toEqual({ added: 0, forgotten: 0 })
})
