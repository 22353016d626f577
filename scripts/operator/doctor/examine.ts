import { examineBackups } from './backups.ts'
import { examineDatabase } from './database.ts'
import { type Finding, type Given, within } from './finding.ts'
import { examineMachine } from './machine.ts'
import { examineOptionalVendors } from './optional-vendors.ts'
import { examineOtherDatabases } from './other-databases.ts'
import { examineAddress } from './public-address.ts'
import { examineSettings } from './settings.ts'
import { examineVendors } from './vendors.ts'

/** Longer than the sum of the limits of a part. */
const PART_MS = 30_000

/**
 * Everything the doctor looks at, also where settings are missing. It changes nothing but one small file in the bucket or folder. It takes
 * half a minute at most and never fails: what cannot be looked at is a finding.
 * @param source the settings
 * @param when `start`: a process starts, so the public address may not answer yet, and no worker may be alive
 */
export async function examine(source: Given, when: 'any time' | 'start' = 'any time'): Promise<Finding[]> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const isRunning = when === 'any time'
  const parts = await Promise.all([
    within('This machine', PART_MS, () => examineMachine(given)),
    within('The database', PART_MS, () => examineDatabase(given, { isRunning })),
    within('The other database addresses', PART_MS, () => examineOtherDatabases(given)),
    examineVendors(given),
    examineOptionalVendors(given),
    isRunning ? within('The public address', PART_MS, () => examineAddress(given)) : [],
    within('The backup', PART_MS, () => (isRunning ? examineBackups(given) : [])),
  ])
  const settings = await within('The settings', PART_MS, () => examineSettings(given))
  return [...settings, ...parts.flat()]
}

const marks = { wrong: 'WRONG', note: 'note ', fine: 'fine ' } as const

/** What was found, the worst first, in plain words. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = (['wrong', 'note', 'fine'] as const).flatMap((level) =>
    findings
      .filter((one) => one.level === level)
      .map(({ what, todo }) => `${marks[level]}  ${what}${todo ? `\n       → ${todo}` : ''}`),
  )
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  const sum =
    count('wrong') === 0
      ? `Nothing is wrong. ${count('note')} to know, ${count('fine')} fine.`
      : `${count('wrong')} wrong, ${count('note')} to know, ${count('fine')} fine.`
  return `${lines.join('\n')}\n\n${sum}`
}
