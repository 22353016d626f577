import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** Builds the browser and server files, unless the sources have not changed since the last build. */
export async function buildIfChanged(root: string): Promise<void> {
  const stamp = join(root, 'dist/.built-from')
  const sources = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building (only the first time, and when the sources change)…')
  // A failed build must not count as the previous one.
  rmSync(stamp, { force: true })
  await run(root, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  await compress(join(root, 'dist/client'))
  writeFileSync(stamp, sources)
}

/** The encoder's mode for fonts makes some scripts smaller, a page's first scripts by up to 0.1 kB. */
const modes = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT]

/** Writes a brotli copy of each text file that it makes smaller. All supported browsers accept it. */
async function compress(folder: string) {
  const files = filesUnder(folder).filter((file) => /\.(js|css|svg|json|html|webmanifest|txt)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file)
      const encoded = await Promise.all(modes.map((mode) => brotli(text, { params: brotliParams(mode) })))
      const [smallest = text] = encoded.sort((one, other) => one.length - other.length)
      if (smallest.length < text.length) writeFileSync(`${file}.br`, smallest)
    }),
  )
}

const brotli = promisify(brotliCompress)

const brotliParams = (mode: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_MODE]: mode,
})

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const start of ['src', 'content', 'public', 'vite.config.ts', 'package-lock.json']) {
    const path = join(root, start)
    if (existsSync(path))
      for (const file of filesUnder(path)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$|\.gen\.ts$/.test(name))
    .flatMap((name) => filesUnder(join(path, name)))
}

function run(root: string, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.on('error', fail)
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error('The build failed; see above.'))))
  })
}

if (process.argv[1] === import.meta.filename) await buildIfChanged(join(import.meta.dirname, '../..'))
