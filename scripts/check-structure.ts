import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Checks the rules of ARCHITECTURE.md. Prints every violation and exits with 1 if there is one. */

const root = resolve(import.meta.dirname, '..')
const MAX_LINES = 400
const MIN_FILES = 4

/** The layers that each layer may import, besides itself. */
const mayImport: Record<string, readonly string[]> = {
  app: ['app', 'features', 'ports', 'ui', 'platform'],
  features: ['features', 'ports', 'ui', 'platform'],
  ports: ['ports', 'platform'],
  ui: ['ui'],
  platform: ['platform'],
}

/** Feature files that are loaded by the browser, according to their names. All other files are classified by their imports. */
const browserFiles = /\/components\/|^src\/app\/pages\/|\/(schema|policy|client)\.ts$|\.tsx$/
const serverFiles =
  /^#features\/.*\/(tables|queries|statement|commands|slots|api|jobs|emails|own-data)\.ts$|^\.{1,2}\/(.*\/)?(tables|queries|statement|commands|slots|api|jobs|emails|own-data)\.ts$|^#ports\//
/** Server-only modules. A file that imports one of them by value is a server file. */
const serverPackages = /^(node:|drizzle-orm|#ports\/|#platform\/(db|jobs|procedures)\.ts$)/
const forbiddenFolders = /\/(utils|helpers|common|misc|lib|shared)\//
/** Direct access to the environment, which only the platform layer may have. */
const platformOnly: [RegExp, string][] = [
  [/\bprocess\.env\b/, 'process.env'],
  [/\bnew Date\(\)|\bDate\.now\(\)/, 'the present time without a Clock'],
  [/(?<![.\w])now\(\)|\bcurrent_date\b/, 'now() of the database in place of current_instant()'],
  [/\bIntl\.|\.toLocale(Date|Time)?String\(/, 'Intl'],
  [/\bconsole\./, 'console'],
]

/** Hostnames under the reserved domain `.example`. Real addresses come from the settings. */
const nobodysAddress = /\.example(?![.\w-])/

/** Statements that may appear in only one file. */
const oneHome: [RegExp, string][] = [
  [/\binsert into bookings\b/i, 'src/features/bookings/slots.ts'],
  // Written by triggers alone (decision 0123).
  [/\b(insert into|update|delete from) occupancies\b/i, 'db/migrations'],
]

/**
 * The floors of the features, lowest first. A feature may use features on lower floors and, without cycles, on its own floor. Pages combine
 * features, in `app/pages/`, and must not be imported. Decision 0036.
 */
const floors: Record<string, readonly string[]> = {
  ground: [
    'access-tokens',
    'accounts',
    'availability',
    'back-office',
    'coaches',
    'golfers',
    'notifications',
    'tracking',
  ],
  teaching: ['bookings', 'ledger', 'payments'],
  paying: ['checkout', 'clinics', 'discounts'],
  'with people': [
    'clips',
    'disputes',
    'gift-cards',
    'lesson-letters',
    'messages',
    'other-calendars',
    'payouts',
    'proposals',
    'reviews',
    'support',
    'video-reviews',
    'webhooks',
    'workspaces',
  ],
  around: [
    'analytics',
    'assistant',
    'cancellation-list',
    'content',
    'dashboard',
    'embed',
    'instant-book',
    'lessons',
    'marketing',
    'match-quiz',
    'members',
    'message-logs',
    'onboarding',
    'operations',
    'own-profile',
    'prospects',
    'public-api',
    'rain-checks',
    'retention',
    'saves',
    'schedule',
    'search',
    'students',
    'tasks',
    'templates',
    'waitlist',
  ],
}
const floorOf = new Map(
  Object.values(floors).flatMap((features, floor) => features.map((feature) => [feature, floor] as const)),
)

/** Exceptions: the features that write another feature's table, with the reason. Do not add to this list. */
const writtenByOthers: Record<string, readonly string[]> = {
  // A payment is held, confirmed, refunded and reconciled in the same statement as its booking or under the same lock.
  bookings: ['checkout', 'proposals'],
  payments: ['bookings', 'checkout', 'proposals'],
  payment_events: ['checkout'],
  payment_findings: ['checkout', 'payouts'],
  payment_refunds: ['checkout'],
  processor_refunds: ['checkout'],
}

const breaches: string[] = []
/** The features that each feature uses. */
const uses = new Map<string, Set<string>>()
const graph = new Map<string, string[]>()
const valueGraph = new Map<string, string[]>()
/** Cached results of whether a feature's file is a server file. */
const serverSide = new Map<string, boolean>()
/** The specifiers that a file imports by value. */
const packagesOf = new Map<string, string[]>()
const files = walk(join(root, 'src')).filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file))

/** Writes to another feature's table, as `table feature`. */
const foreignWrites = new Set<string>()
/** The table names, by `file variable` of the declaration. */
const declaredTables = new Map<string, string>()
const ownerOf = tableOwners()
for (const file of files) checkFile(file)
checkForeignWrites()
for (const file of files) checkBrowserFile(file)
checkCycles()
checkFeatures()
checkFolders()
if (breaches.length > 0) {
  console.error(breaches.join('\n'))
  console.error(`\n${breaches.length} breach(es) of the house rules`)
  process.exit(1)
}
console.log(`structure: ${files.length} files keep the house rules`)

function checkFile(file: string) {
  const path = relative(root, file)
  const text = readFileSync(file, 'utf8')
  const isTest = /\.test\.tsx?$/.test(path)
  const layer = path.split('/')[1] ?? ''
  const say = (what: string) => breaches.push(`${path}: ${what}`)
  if (/(^|\/)index\.tsx?$/.test(path)) say('no index files')
  if (forbiddenFolders.test(path)) say('no folder of that name')
  if (!/^[a-z0-9.$-]+$/.test(path.split('/').at(-1) ?? '')) say('file names are kebab-case')
  if (text.split('\n').length > MAX_LINES) say(`more than ${MAX_LINES} lines`)
  if (layer !== 'platform' && !isTest)
    for (const [pattern, name] of platformOnly)
      if (pattern.test(withoutComments(text))) say(`${name} only in src/platform`)
  if (!isTest && nobodysAddress.test(text)) say('an address on .example: it belongs to the settings')
  if (!isTest)
    for (const [statement, home] of oneHome)
      if (path !== home && statement.test(text)) say(`${statement.source} belongs to ${home}`)
  const imports = importsOf(text)
  graph.set(
    file,
    imports.flatMap((one) => target(file, one.from) ?? []),
  )
  const values = imports.filter(({ typeOnly }) => !typeOnly)
  valueGraph.set(
    file,
    values.flatMap((one) => target(file, one.from) ?? []),
  )
  packagesOf.set(
    file,
    values.map(({ from }) => from),
  )
  if (isTest) return
  checkTables(file, text, say)
  for (const { from, typeOnly } of imports) {
    const to = from.startsWith('#') ? (from.slice(1).split('/')[0] ?? '') : layer
    if (to in mayImport && !mayImport[layer]?.includes(to)) say(`${layer} may not import ${from}`)
    if (/^(\.\.\/)*(db|tests|scripts)\/|^#(db|tests)\//.test(from)) say(`the product may not import ${from}`)
    if (/^#app\/pages\/|^\.{1,2}\/pages\//.test(from)) say(`a page is imported by nobody: ${from}`)
    if (/^src\/app\/pages\//.test(path) && from === 'zod' && !typeOnly)
      say('a page reads its address without zod, which every first load would carry')
    if (layer === 'features') checkFloor(path, from, say)
    const ofApi = typeOnly && path.endsWith('/client.ts')
    if (isOfBrowser(path) && serverFiles.test(from) && !ofApi) say(`a browser file may not import ${from}`)
  }
}

/** Reports a browser file that imports a server file. */
function checkBrowserFile(file: string) {
  const path = relative(root, file)
  if (/\.test\.tsx?$/.test(path) || !isOfBrowser(path)) return
  const say = (from: string) => breaches.push(`${path}: a browser file may not import ${from}`)
  for (const from of packagesOf.get(file) ?? []) if (serverPackages.test(from)) say(from)
  for (const next of valueGraph.get(file) ?? [])
    if (!isBrowserFile(relative(root, next)) && isServerSide(next)) say(relative(root, next))
}

function isServerSide(file: string): boolean {
  const known = serverSide.get(file)
  if (known !== undefined) return known
  serverSide.set(file, false)
  const path = relative(root, file)
  const found =
    path.startsWith('src/features/') &&
    ((packagesOf.get(file) ?? []).some((from) => serverPackages.test(from)) ||
      (valueGraph.get(file) ?? []).some(isServerSide))
  serverSide.set(file, found)
  return found
}

function checkFloor(path: string, from: string, say: (what: string) => void) {
  const feature = path.split('/')[2] ?? ''
  const other = /^#features\/([^/]+)\//.exec(from)?.[1]
  if (!other || other === feature) return
  uses.set(feature, (uses.get(feature) ?? new Set()).add(other))
  const floor = floorOf.get(feature)
  const below = floorOf.get(other)
  if (floor !== undefined && below !== undefined && below > floor) say(`${other} stands above ${feature}`)
}

/** Maps each table to the feature whose `tables.ts` declares it. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of files.filter((one) => /\/src\/features\/.*\/tables\.ts$/.test(one)))
    for (const [, variable = '', table = ''] of readFileSync(file, 'utf8').matchAll(
      /export const (\w+) = pgTable\(\s*'(\w+)'/g,
    )) {
      owners.set(table, relative(root, file).split('/')[2] ?? '')
      declaredTables.set(`${file} ${variable}`, table)
    }
  return owners
}

/**
 * A feature's SQL may refer only to its own tables and to tables of features on its floor or below, without cycles within a floor. Only the
 * feature that owns a table may write to it.
 */
function checkTables(file: string, text: string, say: (what: string) => void) {
  const feature = /^src\/features\/([^/]+)\//.exec(relative(root, file))?.[1] ?? ''
  const floor = floorOf.get(feature)
  if (floor === undefined) return
  const code = withoutComments(text)
  for (const [, table = ''] of code.matchAll(/\b(?:from|join|update|into)\s+(\w+)/gi)) {
    const owner = ownerOf.get(table) ?? feature
    if (owner !== feature) uses.set(feature, (uses.get(feature) ?? new Set()).add(owner))
    if ((floorOf.get(owner) ?? 0) > floor) say(`${table} belongs to ${owner}, above it`)
  }
  const written = [
    ...[...code.matchAll(/\b(?:insert into|delete from|update)\s+(\w+)/gi)].map(([, table = '']) => table),
    ...[...code.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, variable = '']) =>
      tableOf(file, code, variable),
    ),
  ]
  for (const table of written) {
    const owner = ownerOf.get(table) ?? feature
    if (owner === feature) continue
    foreignWrites.add(`${table} ${feature}`)
    if (!writtenByOthers[table]?.includes(feature))
      say(`writes ${table}: call a command of ${owner}, which owns it`)
  }
}

/** Resolves a variable imported from a `tables.ts`, possibly under another name, to its table name. */
function tableOf(file: string, code: string, variable: string): string {
  for (const [, names = '', from = ''] of code.matchAll(/import \{([^}]*)\} from '([^']*tables\.ts)'/g))
    for (const name of names.split(',')) {
      const [declared = '', local = declared] = name.trim().split(' as ')
      if (local === variable) return declaredTables.get(`${target(file, from)} ${declared}`) ?? ''
    }
  return ''
}

function checkForeignWrites() {
  for (const [table, features] of Object.entries(writtenByOthers))
    for (const feature of features)
      if (!foreignWrites.has(`${table} ${feature}`))
        breaches.push(`${feature}: no longer writes ${table}, take it off the list`)
}

/** Every feature must have a floor, and must not depend on itself indirectly. */
function checkFeatures() {
  const folders = new Set(files.flatMap((file) => /\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? []))
  for (const folder of folders) if (!floorOf.has(folder)) breaches.push(`${folder}: stands on no floor`)
  for (const feature of floorOf.keys())
    if (!folders.has(feature)) breaches.push(`${feature}: a floor names it, and there is no such feature`)
  reportCycles([...folders], (feature) => uses.get(feature) ?? [])
}

/** A folder inside a feature must contain at least four files, tests included. Smaller groups belong in the parent folder. */
function checkFolders() {
  const folders = Object.groupBy(files, (file) => relative(root, dirname(file)))
  for (const [folder, inside] of Object.entries(folders))
    if (/^src\/features\/[^/]+\/./.test(folder) && (inside?.length ?? 0) < MIN_FILES)
      breaches.push(`${folder}: fewer than ${MIN_FILES} files are no folder`)
}

/** `booking.ts` in bookings/, `coach.ts` in coaches/, `search.ts` in search/, `test-checkout.ts` in test-checkouts/. */
function isNounOf(folder: string, name: string): boolean {
  return [name, `${name}s`, `${name}es`, name.replace(/y$/, 'ies')].includes(folder)
}

/** The browser rules apply to pages and features. The rest of `app/` is wiring for both sides. */
function isOfBrowser(path: string): boolean {
  return /^src\/(features|app\/pages)\//.test(path) && isBrowserFile(path)
}

function isBrowserFile(path: string): boolean {
  return browserFiles.test(path) || isNounFile(path)
}

function isNounFile(path: string) {
  const parts = path.split('/')
  return isNounOf(parts.at(-2) ?? '', (parts.at(-1) ?? '').replace(/\.tsx?$/, ''))
}

function importsOf(text: string): { from: string; typeOnly: boolean }[] {
  const found = withoutComments(text).matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s+)?[^'"`;]*?from\s+'([^']+)'|import\('([^']+)'\)/g,
  )
  return [...found].map((match) => ({ from: match[3] ?? match[4] ?? '', typeOnly: Boolean(match[2]) }))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
}

function target(file: string, from: string): string | undefined {
  const path = from.startsWith('#')
    ? join(root, 'src', from.slice(1))
    : from.startsWith('.')
      ? join(dirname(file), from)
      : undefined
  return path && files.includes(path) ? path : undefined
}

function checkCycles() {
  reportCycles(files, (file) => graph.get(file) ?? [])
}

function reportCycles(nodes: readonly string[], next: (node: string) => Iterable<string>) {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      const cycle = [...trail.slice(trail.indexOf(node)), node].map((one) => one.replace(`${root}/`, ''))
      breaches.push(`cycle: ${cycle.join(' → ')}`)
      return
    }
    state.set(node, 'open')
    for (const other of next(node)) visit(other, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of nodes) visit(node, [])
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
