import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawIcon, logoProblem } from './logo.ts'

let folder: string
const file = (name: string) => join(folder, name)
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1d3f8f' } })
const vector =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#1d3f8f"/></svg>'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logo-'))
  await picture(600, 600).png().toFile(file('logo.png'))
  await picture(600, 400).png().toFile(file('wide.png'))
  await picture(100, 100).webp().toFile(file('small.webp'))
  await writeFile(file('logo.svg'), vector)
  await writeFile(file('words.png'), 'not a picture')
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['logo.png', 'logo.svg'])('%s can be the logo', async (name) => {
  expect(await logoProblem(file(name))).toBeNull()
})

test.each([
  ['absent.png', /there is no file/],
  ['wide.png', /600 by 400, and must be square/],
  ['small.webp', /100 pixels wide, and must be at least 512/],
  ['words.png', /not an SVG, PNG or WebP picture/],
])('%s cannot', async (name, problem) => {
  expect(await logoProblem(file(name))).toMatch(problem)
})

test.each(['logo.png', 'logo.svg'])(
  'the icons of %s have their sizes; those of phones are opaque',
  async (name) => {
    for (const [path, size, isOpaque] of [
      ['/icon-192.png', 192, false],
      ['/icon-512.png', 512, false],
      ['/apple-touch-icon.png', 180, true],
      ['/icon-maskable-512.png', 512, true],
    ] as const) {
      const { type, content } = await drawIcon(file(name), path)
      expect(type).toBe('image/png')
      const { width, height } = await sharp(content).metadata()
      expect({ path, width, height }).toEqual({ path, width: size, height: size })
      const { isOpaque: isFilled } = await sharp(content).stats()
      if (isOpaque) expect(isFilled, path).toBe(true)
    }
  },
)

test('the icon of the browser is SVG: a vector logo as it is, another one as a picture in it', async () => {
  expect((await drawIcon(file('logo.svg'), '/favicon.svg')).content.toString()).toBe(vector)
  expect((await drawIcon(file('logo.png'), '/favicon.svg')).content.toString()).toMatch(
    /^<svg .*href="data:image\/png;base64,/,
  )
})
