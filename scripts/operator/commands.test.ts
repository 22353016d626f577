import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandFor, startOf } from './commands.ts'

const scripts = resolve(import.meta.dirname, '..')

test('advice is what an operator types in this kind of installation', () => {
  const release = { GREENSIDE_COMMAND: 'lessons' }
  const container = { GREENSIDE_CONTAINER: '1' }
  const pod = { ...container, GREENSIDE_WORKLOAD: '--namespace lessons deploy/golf-worker' }
  expect(commandFor('admin', 'grant <email>', release)).toBe('lessons admin grant <email>')
  expect(commandFor('admin', 'grant <email>', container)).toMatch(
    /^docker compose .* run --rm worker node scripts\/admin\.ts grant <email>$/,
  )
  expect(commandFor('admin', 'grant <email>', pod)).toBe(
    'kubectl exec --namespace lessons deploy/golf-worker -- node scripts/admin.ts grant <email>',
  )
  expect(commandFor('admin', 'grant <email>', {})).toBe('npm run admin grant <email>')
  expect(commandFor('backup', '--follow', {})).toBe('npm run backup -- --follow')
  expect(startOf('worker', release)).toBe('systemctl start lessons-worker')
  expect(startOf('worker', container)).toMatch(/^docker compose .* up -d worker$/)
  expect(startOf('restore test', container)).toMatch(
    /^install -d -o 1000 -g 1000 \/srv\/restored && docker compose .* -v \/srv\/restored:\/restored backup /,
  )
  expect(startOf('worker', pod)).toBe('kubectl rollout restart --namespace lessons deploy/golf-worker')
  expect(startOf('backup', pod)).toContain('docs/operations.md')
})

test('no program of an operator names a command for another kind of installation', () => {
  const programs = globSync('{operator/**/,start/,}*.ts', { cwd: scripts }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'operator/commands.ts',
  )
  expect(programs.length).toBeGreaterThan(20)
  const said = programs.flatMap((file) =>
    readFileSync(join(scripts, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .split('\n')
      .flatMap((line) =>
        /npm run (?!drill|rows|lifecycles)|npx |greenside-(worker|backup)/.test(line)
          ? [`${file}: ${line.trim()}`]
          : [],
      ),
  )
  expect(said).toEqual([])
})
