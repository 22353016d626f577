import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A guard of the product, and what is left in its place when it is taken out. */
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
  /** Where it is looked for. */
  files: RegExp
}

const own = String.raw`(?:actor|student|coach|person|sender|asking|reader|viewer)\.userId|userId|viewerId|coachId`
/** Files of features are named after what they are about: each may hold a guard, but for what runs in browsers. */
const queries = /\/features\/(?!.*\/(?:components\/|use-)).*(?<!\.test)\.ts$/
const everywhere = new RegExp(`${queries.source}|/(events|attachments|calendars|security|procedures)\\.ts$`)
const policies = /\/policy\.ts$/
const app = /\/app\/http\/(events|attachments|security)\.ts$|\/platform\/procedures\.ts$|\/live-events\.ts$/

/** Each a way a guard is written here, and what is left when it is gone. */
const operators: Operator[] = [
  {
    kind: 'rung',
    find: /(?<=: )(signedIn|student|coach|admin)(?=\s*\.route\()/g,
    gone: ([rung]) => (rung === 'signedIn' ? 'weakest' : 'weaker'),
    files: queries,
  },
  // Somebody else's row is taken for one's own.
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
  // The same with the query builder: a column is always equal to itself, also as one of several alternatives.
  {
    kind: 'guard',
    find: new RegExp(
      String.raw`\beq\(\s*(\w+\.(?:userId|studentId|instructorId|senderId|uploaderId)),\s*(?:${own}),?\s*\)`,
      'g',
    ),
    gone: ([, column]) => `eq(${column}, ${column})`,
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
  // The rules themselves.
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
  { kind: 'guard', find: /(?<=return )coach\.isVisible && \([^)]*\)/g, gone: () => 'true', files: policies },
  {
    kind: 'guard',
    find: /actor\.role === 'student' \|\| actor\.role === 'coach'$/gm,
    gone: () => 'true',
    files: policies,
  },
  { kind: 'guard', find: /(?<=\? )between\.coachIsVisible/g, gone: () => 'true', files: policies },
  {
    kind: 'guard',
    find: /between\.haveBooking \|\| between\.haveAccess/g,
    gone: () => 'true',
    files: policies,
  },
  // The doors before everything: the ladder, foreign sites, streams and files.
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
  {
    kind: 'guard',
    find: /actor\.role !== 'student' && actor\.role !== 'coach'/g,
    gone: () => 'false',
    files: app,
  },
]

/** Every guard there is under a folder, by the ways they are written. */
export function findGuards(folder: string): Mutant[] {
  return sources(folder).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return operators.flatMap(({ kind, find, gone, files }) =>
      files.test(file)
        ? [...text.matchAll(find)].map((match) => ({
            kind,
            file,
            at: match.index,
            from: match[0],
            to: gone(match),
          }))
        : [],
    )
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
