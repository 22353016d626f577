import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { buildIfChanged } from './build.ts'

const root = mkdtempSync(join(tmpdir(), 'build-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A build that replaces the browser's files before it finds the mistake in the server's. */
const vite = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const source = readFileSync('src/page.ts', 'utf8')
  mkdirSync('dist/client', { recursive: true })
  writeFileSync('dist/client/page.txt', source)
  if (source.includes('mistake')) process.exit(1)
`

test('after a failed build, the previous sources are built again', async () => {
  write('package.json', '{ "type": "module" }')
  write('node_modules/vite/bin/vite.js', vite)
  write('src/page.ts', 'the page')
  await buildIfChanged(root)

  write('src/page.ts', 'the page with a mistake')
  await expect(buildIfChanged(root)).rejects.toThrow('The build failed')

  write('src/page.ts', 'the page')
  await buildIfChanged(root)
  expect(readFileSync(join(root, 'dist/client/page.txt'), 'utf8')).toBe('the page')
})
