import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { listBaseBackups, placesIn } from './base-backup.ts'

/** The timelines of a server's log. A server that was restored to an earlier moment, or promoted, begins a new one. */
export interface History {
  /** The timeline that the server writes to. */
  timeline: number
  /** The position in the log at which each earlier timeline ended, in bytes. */
  ends: ReadonlyMap<number, number>
  segmentBytes: number
}

/**
 * Asks a server for its timelines.
 * @param url of a user who may replicate
 */
export async function readHistory(url: string): Promise<History> {
  const address = new URL(url)
  // Its commands need no other permission.
  address.searchParams.set('replication', 'true')
  const client = new pg.Client({ connectionString: address.href, application_name: 'greenside-backup' })
  await client.connect()
  try {
    const { rows: systems } = await client.query<{ timeline: number }>('IDENTIFY_SYSTEM')
    const { rows: sizes } = await client.query<{ wal_segment_size: string }>('SHOW wal_segment_size')
    const timeline = Number(systems[0]?.timeline)
    const [, size, unit] = /^(\d+)(MB|GB)$/.exec(sizes[0]?.wal_segment_size ?? '') ?? []
    if (!timeline || !size) throw new Error('The server does not tell its timeline.')
    const { rows: files } =
      timeline === 1
        ? { rows: [] }
        : await client.query<{ content: string | Buffer }>(`TIMELINE_HISTORY ${timeline}`)
    return {
      timeline,
      ends: parseHistory(String(files[0]?.content ?? '')),
      segmentBytes: Number(size) * 1024 ** (unit === 'GB' ? 3 : 2),
    }
  } finally {
    await client.end()
  }
}

/** Reads the text of a history file. @returns where each earlier timeline ended */
export function parseHistory(text: string): Map<number, number> {
  return new Map(entriesIn(text).map(({ timeline, end }) => [timeline, end]))
}

/** The entries of a history file, the oldest timeline first. */
const entriesIn = (text: string) =>
  [...text.matchAll(/^\s*(\d+)\s+(\S+)(.*)$/gm)].map(([, timeline, position = '', reason = '']) => ({
    timeline: Number(timeline),
    end: bytesOf(position),
    rest: `\t${position}${reason}\n`,
  }))

/**
 * Corrects a history file. PostgreSQL names the newest timeline as the parent of a restored server, even if the restore ended before that
 * timeline began. The server then offers log that it does not have.
 * @returns the text, which is the same if it was right
 */
export function correctHistory(text: string): string {
  const entries = entriesIn(text)
  const last = entries.at(-1)
  const parent = entries.findIndex(({ end }) => last && end > last.end)
  if (!last || parent < 0) return text
  const right = [...entries.slice(0, parent), { ...last, timeline: entries[parent]?.timeline }]
  return right.map(({ timeline, rest }) => `${timeline}${rest}`).join('')
}

/** Corrects the history of the timeline that a restored server has begun. The server must not run. */
export async function correctHistoryOf(data: string) {
  const folder = join(data, 'pg_wal')
  const newest = (await readdir(folder))
    .filter((name) => name.endsWith('.history'))
    .sort()
    .at(-1)
  if (!newest) return
  const text = await readFile(join(folder, newest), 'utf8')
  const right = correctHistory(text)
  if (right !== text) await writeFile(join(folder, newest), right)
}

/**
 * Moves segments of the log and whole backups that are not part of the server's history to the folder of abandoned backups. With them, the
 * log cannot be received further, and a restore cannot finish.
 * @returns where they are now; null if there were none
 * @throws Error if the log of a later timeline than the server's is there
 */
export async function setAsideAbandoned(
  folder: string,
  { timeline, ends, segmentBytes }: History,
  now: number,
): Promise<string | null> {
  const { wal, bases, abandoned } = placesIn(folder)
  const aside = placesIn(join(abandoned, String(now)))
  const endOf = (one: number) => (one === timeline ? Number.POSITIVE_INFINITY : (ends.get(one) ?? 0))
  const moves: { from: string; to: string; name: string }[] = []
  for (const name of await readdir(wal)) {
    const [, own = '', high = '', low = ''] =
      /^([\dA-F]{8})([\dA-F]{8})([\dA-F]{8})(\.partial)?$/.exec(name) ?? []
    if (!own) continue
    if (Number.parseInt(own, 16) > timeline)
      throw new Error(
        `${wal} has the log of a later timeline than the server's, which is ${timeline}. If DATABASE_URL is right, move that folder away and take a whole backup.`,
      )
    const begin = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) * segmentBytes
    const end = endOf(Number.parseInt(own, 16))
    if (begin > end) moves.push({ from: wal, to: aside.wal, name })
    // The segment in which the timeline ended is received again. Until then, a restore uses this one.
    else if (begin + segmentBytes > end && !name.endsWith('.partial'))
      await rename(join(wal, name), join(wal, `${name}.partial`))
  }
  if (timeline > 1)
    for (const { folder: base, name } of await listBaseBackups(folder)) {
      const ranges = await readRanges(base)
      if (ranges.some((range) => bytesOf(range['End-LSN']) > endOf(range.Timeline)))
        moves.push({ from: bases, to: aside.bases, name })
    }
  for (const { from, to, name } of moves) {
    await mkdir(to, { recursive: true, mode: 0o700 })
    await rename(join(from, name), join(to, name))
  }
  return moves.length === 0 ? null : join(abandoned, String(now))
}

interface Range {
  Timeline: number
  'End-LSN': string
}

/** The parts of the log that a whole backup needs, as PostgreSQL recorded them; none if that cannot be read. */
async function readRanges(base: string): Promise<Range[]> {
  try {
    const text = await readFile(join(base, 'backup_manifest'), 'utf8')
    return (JSON.parse(text) as { 'WAL-Ranges': Range[] })['WAL-Ranges']
  } catch {
    // A damaged backup must not stop the continuous one.
    return []
  }
}

/** A position in the log, such as 0/5000028, in bytes. */
function bytesOf(position: string): number {
  const [high = '', low = ''] = position.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
