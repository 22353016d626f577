import { examineBackups } from './backups.ts'
import { examineDatabase } from './database.ts'
import type { Finding, Given } from './finding.ts'
import { examineMachine } from './machine.ts'
import { examineAddress } from './public-address.ts'
import { examineSettings } from './settings.ts'
import { examineVendors } from './vendors.ts'

/** Everything the doctor looks at, also where settings are missing. It changes nothing but one small file in the bucket. */
export async function examine(source: Given): Promise<Finding[]> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const elsewhere = await Promise.all([
    examineMachine(given),
    examineDatabase(given),
    examineVendors(given),
    examineAddress(given),
    examineBackups(given),
  ])
  return [...examineSettings(given), ...elsewhere.flat()]
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
