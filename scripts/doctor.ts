import { examine, reportOf } from './operator/doctor/examine.ts'

/**
 * Says what of this installation is missing, half set, unreachable or unsafe. It ends with 1 when something is wrong.
 *   npm run doctor
 */
const findings = await examine(process.env)
console.log(reportOf(findings))
process.exitCode = findings.some(({ level }) => level === 'wrong') ? 1 : 0
