import { HOUR } from '#platform/duration.ts'
import { findBaseBackup } from '../../backups/base-backup.ts'
import { startOf } from '../commands.ts'
import { type Finding, fine, type Given, note, wrong } from './finding.ts'

/** One is taken each night. */
const OLD_HOURS = 26

/** How old the newest whole copy is, where this command may look into BACKUP_FOLDER. */
export async function examineBackups({ BACKUP_FOLDER: folder }: Given): Promise<Finding[]> {
  if (!folder) return []
  const newest = await findBaseBackup(folder, Number.POSITIVE_INFINITY).catch(() => null)
  if (!newest)
    return [
      wrong(
        `There is no whole backup in ${folder}, or it cannot be read.`,
        `Take one, and see what it says: ${startOf('whole backup')}`,
      ),
    ]
  const hours = Math.floor((Date.now() - newest.ended) / HOUR)
  if (hours < OLD_HOURS) return [fine(`The newest whole backup is ${hours} hours old.`)]
  const words = `The newest whole backup is ${hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`
  const todo = `See why none was taken, and take one: ${startOf('whole backup')}`
  return [hours < 3 * OLD_HOURS ? note(words, todo) : wrong(words, todo)]
}
