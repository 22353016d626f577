import { expect, test } from 'vitest'
import { readTextFile } from './text-file.ts'

const text = 'Name;Email\nZoë Müller;zoe@example.com\n'
const wide = (isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(2 * (text.length + 1)))
  for (const [at, sign] of ['\uFEFF', ...text].entries())
    bytes.setUint16(2 * at, sign.charCodeAt(0), isLittle)
  return bytes
}

test.each([
  ['UTF-8', text],
  ['UTF-8 with a byte-order mark', `\uFEFF${text}`],
  ['UTF-16, little-endian', wide(true)],
  ['UTF-16, big-endian', wide(false)],
  ['Windows-1252', Uint8Array.from(text, (sign) => sign.charCodeAt(0))],
])('a file in %s is read', async (_encoding, content) => {
  expect(await readTextFile(new Blob([content]))).toBe(text)
})

test('the signs that only Windows-1252 has are read', async () => {
  const bytes = Uint8Array.from([0x80, 0x20, 0x93, 0x41, 0x94, 0x20, 0x31, 0xb0])
  expect(await readTextFile(new Blob([bytes]))).toBe('€ “A” 1°')
})

test('an empty file is empty', async () => {
  expect(await readTextFile(new Blob([]))).toBe('')
})
