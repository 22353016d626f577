import { type AnyProcedure, inQuery, requestOf } from './every-procedure.ts'
import type { testProduct, Visitor } from './product.ts'
import type { makeWorld } from './world.ts'

type Product = ReturnType<typeof testProduct>
type World = Awaited<ReturnType<typeof makeWorld>>

interface Attack {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** A procedure's request, in the forms in which it can be sent. */
interface Wish {
  procedure: AnyProcedure
  rest: { method: string; path: string; fields: Record<string, unknown> }
  rpcPath: string
}

const evil = { origin: 'https://evil.example' }
const crossSite = { ...evil, 'sec-fetch-site': 'cross-site' }
const boundary = '----evil'
const json = { 'content-type': 'application/json' }

const byRest =
  (headers: Record<string, string>, body: (fields: Record<string, unknown>) => string) =>
  ({ rest }: Wish): Attack => ({ method: rest.method, path: rest.path, headers, body: body(rest.fields) })
const byRpc =
  (headers: Record<string, string>) =>
  ({ rpcPath, rest }: Wish): Attack => ({
    method: 'POST',
    path: rpcPath,
    headers: { ...json, ...headers },
    body: JSON.stringify({ json: rest.fields }),
  })
const asJson = (fields: Record<string, unknown>) => JSON.stringify(fields)

/** The ways in which another site's page can make a browser send a request with the user's cookie. */
export const foreignWays: Record<string, (wish: Wish) => Attack> = {
  'JSON from another site': byRest({ ...json, ...crossSite }, asJson),
  'JSON from another site, by a browser that only says Origin': byRest({ ...json, ...evil }, asJson),
  'JSON from a frame without an origin': byRest({ ...json, origin: 'null' }, asJson),
  'JSON from a page whose name begins like ours': byRest(
    { ...json, origin: 'http://greenside.test.evil.example' },
    asJson,
  ),
  'JSON from a sister site': byRest({ ...json, 'sec-fetch-site': 'same-site' }, asJson),
  'text/plain': byRest({ 'content-type': 'text/plain', ...crossSite }, asJson),
  'a form': byRest({ 'content-type': 'application/x-www-form-urlencoded', ...crossSite }, (fields) =>
    String(inQuery(fields)),
  ),
  'a form with files': byRest(
    { 'content-type': `multipart/form-data; boundary=${boundary}`, ...crossSite },
    (fields) =>
      [...inQuery(fields)]
        .map(
          ([name, value]) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        .join('')
        .concat(`--${boundary}--\r\n`),
  ),
  'our own call from another site': byRpc(crossSite),
  'our own call as a form': byRpc({ ...crossSite, 'content-type': 'application/x-www-form-urlencoded' }),
  'a link to the address': ({ rest }) => ({
    method: 'GET',
    path: `${rest.path}?${inQuery(rest.fields)}`,
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  }),
  'a link that says it is a POST': ({ rest }) => ({
    method: 'GET',
    path: `${rest.path}?_method=${rest.method}&${inQuery(rest.fields)}`,
    headers: { 'x-http-method-override': rest.method, 'x-method-override': rest.method },
  }),
  'a link to our own call': ({ rpcPath, rest }) => ({
    method: 'GET',
    path: `${rpcPath}?data=${encodeURIComponent(JSON.stringify({ json: rest.fields }))}`,
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  }),
  'a look at the head': ({ rest }) => ({
    method: 'HEAD',
    path: `${rest.path}?${inQuery(rest.fields)}`,
    headers: {},
  }),
}

/**
 * Sends every state-changing procedure with valid input and an authorized user's cookie from another site's page, in every way possible for
 * a page; then once from our own page, to verify that the requests are otherwise valid.
 * @returns for each way, which requests were accepted or changed data; and how many requests work from our own pages
 */
export async function attackFromElsewhere(product: Product, world: World, changing: readonly AnyProcedure[]) {
  const wishes = changing.map((procedure): Wish => {
    const { method, path, fields } = requestOf(procedure, world.ids)
    return {
      procedure,
      rest: { method, path, fields },
      rpcPath: `/rpc/${procedure.name.replace('.', '/')}`,
    }
  })
  const owner = ({ access }: AnyProcedure): Visitor =>
    Object.assign(product.visitor(), {
      cookie: (access === 'coach' ? world.maya : access === 'admin' ? world.avery : world.sam).cookie,
    })
  const counted: Record<string, { requests: number; letIn: string[]; changed: string[] }> = {}
  for (const [way, attackOf] of Object.entries(foreignWays)) {
    const before = await everyTable(product)
    const letIn: string[] = []
    for (const wish of wishes) {
      const { method, path, headers, body } = attackOf(wish)
      const answer = await owner(wish.procedure).send(method, path, body, headers)
      // Reading is allowed on a path that also supports GET.
      const isRefused = method === 'GET' || method === 'HEAD' ? answer.status < 500 : answer.status === 403
      if (!isRefused) letIn.push(`${wish.procedure.name}: ${answer.status} ${answer.text.slice(0, 100)}`)
    }
    const after = await everyTable(product)
    const changed = [...after].flatMap(([table, rows]) => (rows === before.get(table) ? [] : [table]))
    counted[way] = { requests: wishes.length, letIn, changed }
  }
  const before = await everyTable(product)
  let accepted = 0
  // Account procedures come last, because they end the sessions that the other requests use.
  const ofAccounts = ({ procedure: { name } }: Wish) =>
    name.startsWith('accounts.') || name === 'messages.signUpWithMessage'
  const inTurn = [...wishes.filter((wish) => !ofAccounts(wish)), ...wishes.filter(ofAccounts)]
  for (const { procedure, rest } of inTurn) {
    const own = await owner(procedure).send(rest.method, rest.path, asJson(rest.fields), {
      ...json,
      origin: 'http://greenside.test',
      'sec-fetch-site': 'same-origin',
    })
    if (own.status < 300) accepted++
  }
  const after = await everyTable(product)
  const changedFromOurPages = [...after].filter(([table, rows]) => rows !== before.get(table)).length
  return { counted, accepted, changedFromOurPages }
}

/** Computes a fingerprint of every table's rows, including jobs and local vendors. */
async function everyTable(product: Product): Promise<Map<string, string>> {
  const { pool } = product.database
  const { rows: tables } = await pool.query<{ t: string }>(
    `select table_schema || '.' || table_name as t from information_schema.tables
     where table_type = 'BASE TABLE' and (table_schema in ('public', 'local_vendor')
       and table_name not in ('zip_codes', 'announcements', 'vendor_calls', 'vendor_health') or table_schema = 'pgboss' and table_name = 'job')`,
  )
  const prints = new Map<string, string>()
  for (const { t } of tables) {
    const { rows } = await pool.query<{ print: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as print from ${t} x`,
    )
    prints.set(t, rows[0]?.print ?? '')
  }
  return prints
}
