import { resolve } from 'node:path'
import { buildIfChanged } from './start/build.ts'

/** Builds the product unless the last build was of the same sources. */
await buildIfChanged(resolve(import.meta.dirname, '..'))
