import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** A statement that took longer than the limit. Times in milliseconds. */
export interface SlowStatement {
  text: string
  callers: Set<string>
  calls: number
  /** The slowest call, the first one of each caller included, which may read from disk. */
  most: number
  /** The slowest of repeated calls. */
  again: number
  /** The part of its plan that took most, with its own milliseconds. */
  part: string
}

export const LIMIT_MS = 100

/** Asks pg_stat_statements for statements over the limit since the last call. */
export async function takeSlow(
  pool: pg.Pool,
): Promise<{ id: string; text: string; calls: number; most: number }[]> {
  const { rows } = await pool.query<{ id: string; text: string; calls: number; most: number }>(
    `select queryid::text as id, query as text, calls::int as calls, max_exec_time as most from drill.pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and max_exec_time > $1
       and query !~* 'pg_stat_statements|^(begin|commit|listen|vacuum|analyze)'`,
    [LIMIT_MS],
  )
  await pool.query('select drill.pg_stat_statements_reset()')
  return rows
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Total Time'?: number
  'Actual Loops'?: number
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/**
 * Runs work while the server logs the plan of every statement over the limit.
 * @returns the part of each plan that took most, by the statement's id
 */
export async function explainSlow(
  pool: pg.Pool,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  const log = join(dirname(rows[0]?.data_directory ?? ''), 'postgres.log')
  const set = async (settings: Record<string, string>) => {
    for (const [name, value] of Object.entries(settings))
      await pool.query(`alter system set ${name} = '${value}'`)
    await pool.query('select pg_reload_conf()')
    // Connections read it before their next statement, once the server told them.
    await sleep(300)
  }
  await set({
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_verbose': 'on',
    'auto_explain.log_min_duration': String(LIMIT_MS / 2),
  })
  const from = readFileSync(log).length
  await work()
  await set({ 'auto_explain.log_min_duration': '-1', 'auto_explain.log_analyze': 'off' })
  const logged = readFileSync(log).subarray(from).toString('utf8')
  const found = new Map<string, string>()
  for (const [, json = ''] of logged.matchAll(/ plan:\n(\t\{\n[\s\S]*?\n\t\})/g)) {
    const id = /"Query Identifier": (-?\d+)/.exec(json)?.[1]
    if (id) found.set(id, dearest((JSON.parse(json) as { Plan: PlanNode }).Plan))
  }
  return found
}

const whole = (node: PlanNode) => (node['Actual Total Time'] ?? 0) * (node['Actual Loops'] ?? 1)

function dearest(plan: PlanNode): string {
  const all: { node: PlanNode; own: number }[] = []
  const walk = (node: PlanNode) => {
    const below = node.Plans ?? []
    all.push({ node, own: whole(node) - below.reduce((sum, one) => sum + whole(one), 0) })
    for (const one of below) walk(one)
  }
  walk(plan)
  const most = all.sort((a, b) => b.own - a.own)[0]
  if (!most) return ''
  const { node, own } = most
  const on = [node['Index Name'], node['Relation Name']].filter(Boolean).join(' of ')
  const rows = (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)
  const removed = node['Rows Removed by Filter']
  return `${node['Node Type']} ${on} ${own.toFixed(0)} ms, ${rows} rows${removed ? `, ${removed} removed` : ''}`
}

/** The table of slow statements as Markdown. */
export function renderSlow(statements: readonly SlowStatement[]): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 150)
  const lines = statements
    .toSorted((a, b) => b.again - a.again)
    .map(
      ({ text, callers, calls, most, again, part }) =>
        `| ${[...callers].slice(0, 4).join(', ')}${callers.size > 4 ? ` and ${callers.size - 4} more` : ''} | ${calls} | ${most.toFixed(0)} | ${again.toFixed(0)} | ${part} | ${short(text)} |`,
    )
  return [
    '| caller | calls | most ms | again ms | part of the plan | statement |',
    '|---|--:|--:|--:|---|---|',
    ...lines,
  ].join('\n')
}
