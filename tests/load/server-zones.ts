/**
 * The same story told by servers and databases in four zones, at ten faked dates: open times, quotes, a lesson from booking to
 * completion with its pages, receipt, calendar file, feed, emails and texts, for coaches in three zones. Every answer must be the
 * same, letter by letter. `npm test` runs a part of it.
 *
 *   npm run drill -- server-zones
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCounted } from './support/counted-tests.ts'

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
const folder = mkdtempSync(join(tmpdir(), 'zones-'))
const told = new Map<string, Map<string, string>>()
let failed = 0
try {
  for (const [at, zone] of zones.entries()) {
    const file = join(folder, `${at}.jsonl`)
    // The database's zone is another one of the four, so that neither helps the other.
    const databaseZone = zones[(at + 1) % zones.length] ?? 'UTC'
    const env = { SERVER_ZONE: zone, DATABASE_ZONE: databaseZone, ZONE_ANSWERS: file }
    failed += runCounted(['tests/api/server-zones.test.ts'], env)
    told.set(`${zone} (database ${databaseZone})`, readAnswers(file))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const [first = new Map<string, string>()] = told.values()
let different = 0
for (const [zone, answers] of told) {
  const others = [...first].filter(([what, said]) => answers.get(what) !== said)
  different += others.length + Math.abs(answers.size - first.size)
  console.log(`${zone}: ${answers.size} responses, ${others.length} different from the first`)
  for (const [what] of others.slice(0, 5)) console.log(`  ${what}`)
}
const kept = failed === 0 && different === 0 && first.size > 0
console.log(kept ? '\nthe same responses everywhere' : '\nresponses DIFFER')
process.exitCode = kept ? 0 : 1

function readAnswers(file: string): Map<string, string> {
  const answers = new Map<string, string>()
  if (!existsSync(file)) return answers
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [at, said]: [string, Record<string, string>] = JSON.parse(line)
    for (const [what, text] of Object.entries(said)) answers.set(`${at} ${what}`, text)
  }
  return answers
}
