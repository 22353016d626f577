import { join, resolve } from 'node:path'

/** The JavaScript files of the tools that the checks run. Their links in `node_modules/.bin` are shell scripts on Windows. */
export const toolFiles = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/** Returns the command that runs a tool with this Node. */
export const tool = (name: keyof typeof toolFiles): [node: string, file: string] => [
  process.execPath,
  join(resolve(import.meta.dirname, '../../node_modules'), toolFiles[name]),
]
