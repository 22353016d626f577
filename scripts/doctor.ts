import { examine, reportOf } from './operator/doctor/examine.ts'

/**
 * Says what of this installation is missing, half set, unreachable or unsafe. It takes half a minute at most, and ends with 1 when
 * something is wrong, or when it could not look; with 0 otherwise.
 *   npm run doctor
 *   npm run doctor -- --log     what is wrong alone, as lines for the log of a process that starts
 */
const isForLog = process.argv.includes('--log')
let code = 1
try {
  const findings = await examine(process.env, isForLog ? 'start' : 'any time')
  const wrong = findings.filter(({ level }) => level === 'wrong')
  if (isForLog)
    for (const { what, todo } of wrong)
      console.log(
        JSON.stringify({ level: 40, time: new Date().toISOString(), todo, msg: `start-up: ${what}` }),
      )
  else console.log(reportOf(findings))
  code = wrong.length > 0 ? 1 : 0
} catch (error) {
  console.log(`The doctor could not run: ${error instanceof Error ? error.message : String(error)}`)
}
// Connections to vendors that are slow to close do not keep it.
process.exit(code)
