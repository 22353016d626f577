import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tool, toolFiles } from './tools.ts'

test.each(Object.entries(toolFiles))('%s is started by the file that its package names', (name, file) => {
  const [, owner = ''] = /^((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
  const { bin } = JSON.parse(readFileSync(join('node_modules', owner, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  expect(join(owner, bin[name] ?? '')).toBe(join(file))
})

test('a tool is run with the own Node, and not by a link that is a shell script on Windows', () => {
  expect(tool('vitest')).toEqual([process.execPath, join(process.cwd(), 'node_modules/vitest/vitest.mjs')])
  for (const script of ['scripts/test.ts', 'scripts/rows.ts'])
    expect(readFileSync(script, 'utf8'), script).not.toContain('node_modules/.bin')
})
