import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const include = [
  'src/**/*.test.ts',
  'src/**/*.test.tsx',
  'db/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/**/*.test.ts',
]

/** Tests that replace a module. Each file reads the modules again, because one that is in memory keeps what it has imported. */
const withMocks = globSync(include).filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))

const shared = {
  // Files of a worker share the modules they import, which are read once; what a file keeps for itself it opens and closes.
  isolate: false,
  setupFiles: ['tests/support/vitest-set-up.ts'],
  env: { TZ: 'UTC' },
  // Other style sheets are empty in tests.
  css: { include: [/\/ui\/tokens\.css/] },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is awaited comes in milliseconds; a machine that does other things, too, takes longer than the library's one second.
  expect: { poll: { timeout: 15_000 } },
  pool: 'forks' as const,
  // One more than two cores, because tests wait for the database (decision 0100).
  maxWorkers: 3,
  // Tests make much and keep little: with much room a twelfth of their processor time is not spent on clearing it (decision 0100).
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-old-space-size=1000'],
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/vitest-global-setup.ts'],
    projects: [
      { test: { ...shared, name: 'shared', include, exclude: withMocks } },
      {
        test: {
          ...shared,
          name: 'mocks',
          include: withMocks,
          setupFiles: [...shared.setupFiles, 'tests/support/fresh-modules.ts'],
        },
      },
    ],
  },
})
