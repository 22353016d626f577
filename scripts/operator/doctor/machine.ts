import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { logoProblem } from '#platform/logo.ts'
import { type Finding, fine, type Given, isDemo, note, wrong } from './finding.ts'

const root = resolve(import.meta.dirname, '../../..')
const OLDEST_NODE = 26
const MB = 1_000_000
const FULL = { bytes: 500 * MB, share: 0.03 }
const NEARLY = { bytes: 3_000 * MB, share: 0.1 }

/** What this machine shows. @param space how much of a disk is free, for tests */
export async function examineMachine(given: Given, space = freeSpace): Promise<Finding[]> {
  const found: Finding[] = []
  const [major = '0'] = process.versions.node.split('.')
  if (Number(major) < OLDEST_NODE)
    found.push(wrong(`This is Node ${process.versions.node}.`, `Use Node ${OLDEST_NODE} or newer.`))
  if (!existsSync(resolve(root, 'dist/server/server.js')))
    found.push(
      wrong('The product is not built.', 'Build it: node scripts/build.ts, or use a release that is.'),
    )
  if (process.getuid?.() === 0 && !isDemo(given))
    found.push(note('This runs as root.', 'Let it run as a user of its own, as the units in deploy/ do.'))
  const files = given.S3_BUCKET ? null : existing(resolve(root, given.FILES_FOLDER ?? '.data/files'))
  const refused = files && writeFault(files)
  if (refused)
    found.push(
      wrong(
        `What people upload cannot be written to ${files} (FILES_FOLDER): ${refused}.`,
        'Let the user of the processes write there, or make room.',
      ),
    )
  const logo = given.LOGO_FILE ? await logoProblem(resolve(root, given.LOGO_FILE)) : null
  if (logo)
    found.push(
      wrong(
        `LOGO_FILE cannot be used: ${logo}. Pages show the product's logo.`,
        'Name a square SVG, or a PNG or WebP picture of at least 512 pixels.',
      ),
    )
  for (const folder of new Set([root, tmpdir(), ...(files ? [files] : [])]))
    found.push(...disk(folder, await space(folder)))
  if (!found.some(({ level }) => level === 'wrong'))
    found.push(fine('This machine has room, and can run it.'))
  return found
}

function disk(folder: string, { free, all }: { free: number; all: number }): Finding[] {
  const words = `The disk of ${folder} has ${Math.round(free / MB).toLocaleString('en-US')} MB left of ${Math.round(all / MB).toLocaleString('en-US')}.`
  if (free < FULL.bytes || free < all * FULL.share)
    return [wrong(words, 'Make room now: uploads and logs stop when it is full.')]
  if (free < NEARLY.bytes || free < all * NEARLY.share) return [note(words, 'Make room.')]
  return []
}

async function freeSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder))
}

const faults: Record<string, string> = {
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  ENOTDIR: 'it is no folder',
}

/** Writes a small file and removes it: permissions alone say nothing of a disk that is full or mounted for reading. */
function writeFault(folder: string): string | null {
  const probe = join(folder, `.doctor-${randomUUID()}`)
  try {
    writeFileSync(probe, 'The doctor was here.')
    rmSync(probe)
    return null
  } catch (error) {
    const code = error instanceof Error ? String(Reflect.get(error, 'code')) : 'unknown'
    return faults[code] ?? `it takes no files (${code})`
  }
}
