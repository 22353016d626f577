import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lifecycleDocument } from './lifecycles/document.ts'

/** `npm run lifecycles`: writes docs/lifecycles.md from the tables in the code. */
writeFileSync(join(resolve(import.meta.dirname, '..'), 'docs/lifecycles.md'), lifecycleDocument())
