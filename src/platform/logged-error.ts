import { createHash } from 'node:crypto'

/** An error in the form in which logs and tables may store it. */
interface LoggedError {
  type: string
  message: string
  /** The SQLSTATE of a rejected statement, or a system error code. */
  code?: string
  /** The constraint, table or column that the database reported. */
  constraint?: string
  table?: string
  column?: string
  stack?: string
  cause?: LoggedError
}

const MOST_CAUSES = 5
const MOST_WORDS = 500

/**
 * Describes an error without user input: statement parameters, values that the database quotes, and input
 * that could not be parsed are omitted. Statements are identified by their operation and a hash.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' }
  const described: LoggedError = { type: error.name, message: messageOf(error) }
  for (const name of ['code', 'constraint', 'table', 'column'] as const) {
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'string') described[name] = value
  }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  if (frames?.length) described.stack = frames.join('\n')
  if (error.cause instanceof Error && depth < MOST_CAUSES)
    described.cause = describeError(error.cause, depth + 1)
  return described
}

/**
 * The same in one line of at most 500 characters, such as for a table column that stores the reason of a
 * failure.
 */
export function errorWords(error: unknown): string {
  const { message, code, cause } = describeError(error)
  const because = cause ? ` (${cause.message})` : ''
  return `${message}${code && !message.includes(code) ? ` [${code}]` : ''}${because}`.slice(0, MOST_WORDS)
}

/**
 * The same including all causes, without duplicates, in at most 500 characters: `fetch failed: connect
 * ECONNREFUSED 10.0.0.5:25`.
 */
export function causeWords(error: unknown): string {
  const said: string[] = []
  for (let one: LoggedError | undefined = describeError(error); one; one = one.cause) {
    const words = [one.message, one.code && !one.message.includes(one.code) ? `[${one.code}]` : '']
      .join(' ')
      .trim()
    if (words && !said.includes(words)) said.push(words)
  }
  return said.join(': ').slice(0, MOST_WORDS)
}

function messageOf(error: Error): string {
  const statement: unknown = Reflect.get(error, 'query')
  if (typeof statement === 'string' && Reflect.has(error, 'params'))
    return `failed: ${nameOfStatement(statement)}`
  if (isFromDatabase(error)) return `the database refused a statement: SQLSTATE ${Reflect.get(error, 'code')}`
  const issues: unknown = Reflect.get(error, 'issues')
  if (Array.isArray(issues)) return `does not have the expected form: ${issues.map(issueWords).join('; ')}`
  // Its message quotes the input.
  if (error instanceof SyntaxError) return 'could not be read'
  return error.message
}

/** PostgreSQL's errors quote values: `Key (email)=(…) already exists`. */
const isFromDatabase = (error: Error) =>
  typeof Reflect.get(error, 'severity') === 'string' &&
  /^[0-9A-Z]{5}$/.test(String(Reflect.get(error, 'code')))

/** `insert into profiles #1f0c9a2e`: the operation, the table, and the start of the statement's hash. */
export function nameOfStatement(statement: string): string {
  const hash = createHash('sha256').update(statement).digest('hex').slice(0, 8)
  const [, does, table] = /\b(insert into|delete from|update|from)\s+"?([a-z_][\w.]*)/i.exec(statement) ?? []
  if (!does || !table) return `${/^\s*(\w+)/.exec(statement)?.[1] ?? 'statement'} #${hash}`
  return `${does.toLowerCase() === 'from' ? 'select from' : does.toLowerCase()} ${table} #${hash}`
}

function issueWords(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return 'unknown'
  const path: unknown = Reflect.get(issue, 'path')
  const steps = Array.isArray(path)
    ? path.map((step) => String(typeof step === 'object' ? step?.key : step))
    : []
  return `${steps.join('.') || 'it'}: ${String(Reflect.get(issue, 'code') ?? 'wrong')}`
}
