import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A guard of the product, and its replacement when it is removed. */
export interface Mutant {
  kind: 'rung' | 'guard'
  file: string
  at: number
  from: string
  to: string
}

interface Operator {
  kind: Mutant['kind']
  find: RegExp
  gone: (match: RegExpMatchArray) => string
  /** The files to search. */
  files: RegExp
}

const own = String.raw`(?:actor|student|coach|person|sender|asking|reader|viewer)\.userId|userId|viewerId|coachId`
/** Feature files, which are named by topic, may each contain a guard, except those for browsers. */
const queries = /\/features\/(?!.*\/(?:components\/|use-)).*(?<!\.test)\.ts$/
const everywhere = new RegExp(`${queries.source}|/(events|attachments|calendars|security|procedures)\\.ts$`)
const policies = /\/policy\.ts$/
const app = /\/app\/http\/(events|attachments|security)\.ts$|\/platform\/procedures\.ts$|\/live-events\.ts$/

/** The patterns of guards in this code base, and the replacement for each. */
const operators: Operator[] = [
  {
    kind: 'rung',
    find: /(?<=: )(signedIn|student|coach|admin)(?=\s*\.route\()/g,
    gone: ([rung]) => (rung === 'signedIn' ? 'weakest' : 'weaker'),
    files: queries,
  },
  // Ownership checks: any user passes as the owner.
  {
    kind: 'guard',
    find: new RegExp(String.raw`[\w.?]+ !== (?:${own})\b`, 'g'),
    gone: () => 'false',
    files: queries,
  },
  {
    kind: 'guard',
    find: new RegExp(
      String.raw`\b[a-z_.]*(?:user_id|student_id|instructor_id|sender_id|uploader_id) = \$\{(?:${own})\}(?:::uuid)?`,
      'g',
    ),
    gone: () => 'true',
    files: queries,
  },
  // The same in the query builder: the column is compared with itself, also as one of several alternatives.
  {
    kind: 'guard',
    find: new RegExp(
      String.raw`\beq\(\s*(\w+\.(?:userId|studentId|instructorId|senderId|uploaderId)),\s*(?:${own}),?\s*\)`,
      'g',
    ),
    gone: ([, column]) => `eq(${column}, ${column})`,
    files: queries,
  },
  {
    kind: 'guard',
    find: /\bmayRead\([\w.]+(, sql`\w+`)?\)/g,
    gone: ([, alias]) => (alias ? 'sql`true`' : 'undefined'),
    files: queries,
  },
  { kind: 'guard', find: /!\(await isParticipant\([^()]*\)\)/g, gone: () => 'false', files: queries },
  {
    kind: 'guard',
    find: /\.meta\(\{ forPersonAlone: true \}\)/g,
    gone: () => '',
    files: everywhere,
  },
  {
    kind: 'guard',
    find: /(?<=: |= |\()(?:lesson && )?partyOf\(actor, \w+\)/g,
    gone: () => `'student' as const`,
    files: queries,
  },
  { kind: 'guard', find: /!mayWriteAtAll\(actor\)/g, gone: () => 'false', files: queries },
  { kind: 'guard', find: /!canSeeBooking\([^()]*\)/g, gone: () => 'false', files: everywhere },
  { kind: 'guard', find: /!canBook\([^()]*(?:\([^()]*\)[^()]*)*\)/g, gone: () => 'false', files: everywhere },
  // Policies.
  {
    kind: 'guard',
    find: /(?<=return )actor\.role === 'admin' \|\| [^\n]+/g,
    gone: () => 'true',
    files: policies,
  },
  {
    kind: 'guard',
    find: /(?<=return )actor\.role === 'admin' \? 'admin' : null/g,
    gone: () => `'admin'`,
    files: policies,
  },
  { kind: 'guard', find: /(?<=return )coach\.isListed && \([^)]*\)/g, gone: () => 'true', files: policies },
  {
    kind: 'guard',
    find: /actor\.role === 'student' \|\| actor\.role === 'coach'$/gm,
    gone: () => 'true',
    files: policies,
  },
  { kind: 'guard', find: /(?<=return )between\.coachIsVisible/g, gone: () => 'true', files: policies },
  {
    kind: 'guard',
    find: /between\.haveBooking(?: \|\| between\.\w+)+/g,
    gone: () => 'true',
    files: policies,
  },
  // Checks before every procedure: access levels, foreign sites, streams and files.
  { kind: 'guard', find: /!roles\[access\]\.includes\([^)]*\)/g, gone: () => 'false', files: app },
  {
    kind: 'guard',
    find: /(?<=return )site !== 'same-origin' && site !== 'none'/g,
    gone: () => 'false',
    files: app,
  },
  { kind: 'guard', find: /(?<=return )origin !== new URL\(env[^\n]*/g, gone: () => 'false', files: app },
  { kind: 'guard', find: /(?<=return )actor\.userId === id/g, gone: () => 'true', files: app },
  { kind: 'guard', find: /(?<=return )id === userId/g, gone: () => 'true', files: app },
  {
    kind: 'guard',
    find: /(?<=return kind === 'conversation' && )\([^\n]*\)/g,
    gone: () => 'true',
    files: app,
  },
  {
    kind: 'guard',
    find: /(?<=return lesson !== null && )canSeeBooking\([^)]*\)/g,
    gone: () => 'true',
    files: app,
  },
  { kind: 'guard', find: /(?<=isSame =\s+)now\?\.userId[^\n]*/g, gone: () => 'true', files: app },
]

/**
 * Finds all guards under a folder by these patterns.
 * @throws if a pattern finds none, because the code has changed
 */
export function findGuards(folder: string): Mutant[] {
  const read = sources(folder).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  return operators.flatMap(({ kind, find, gone, files }) => {
    const found = read
      .filter(({ file }) => files.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(find)].map((match) => ({
          kind,
          file,
          at: match.index,
          from: match[0],
          to: gone(match),
        })),
      )
    if (found.length === 0) throw new Error(`No guard looks like ${find}: adapt the pattern to the code`)
    return found
  })
}

/** The file's text without the guard. */
export function without({ at, from, to }: Mutant, text: string): string {
  const rungs = to.startsWith('weak')
    ? `import { open as weakest, signedIn as weaker } from '#ports/services.ts'\n`
    : ''
  return rungs + text.slice(0, at) + to + text.slice(at + from.length)
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return everywhere.test(path) ? [path] : []
  })
}
