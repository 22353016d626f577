import { DAY, HOUR } from '#platform/duration.ts'
import { readRestoreTest, restoreTestState } from '#platform/restore-test.ts'
import { findBaseBackup } from '../../backups/base-backup.ts'
import { readStored } from '../../backups/pgbackrest.ts'
import { startOf } from '../commands.ts'
import { type Finding, fine, type Given, note, wrong } from './finding.ts'

/** One is taken each night. */
const OLD_HOURS = 26

/** How old the newest whole copy is and how the last restore test ended, where this command may look into BACKUP_FOLDER. */
export async function examineBackups({
  BACKUP_FOLDER: folder,
  PGBACKREST_STANZA: stanza,
  BACKUP_DAYS: days,
}: Given): Promise<Finding[]> {
  if (!folder) {
    const what = 'PGBACKREST_STANZA is set and BACKUP_FOLDER is not, so nothing is known about the backups.'
    return stanza ? [wrong(what, 'Set BACKUP_FOLDER to the folder of the backup command.')] : []
  }
  const found = stanza
    ? await examinePgBackRest(folder, { stanza, keepDays: Number(days || 35) })
    : await findBaseBackup(folder, Number.POSITIVE_INFINITY).then(
        ({ ended }) => [age(ended)],
        () => [none(folder)],
      )
  const test = await readRestoreTest(folder)
  const { isFine, words } = restoreTestState(test, Date.now())
  const todo = `See how a restore ends: ${startOf('restore test')}`
  return [...found, isFine ? fine(words) : test ? wrong(words, todo) : note(words, todo)]
}

/** What pgBackRest listed after the last backup. */
async function examinePgBackRest(
  folder: string,
  { stanza, keepDays }: { stanza: string; keepDays: number },
): Promise<Finding[]> {
  const stored = await readStored(folder, stanza).catch(() => null)
  const newest = stored?.backups.at(-1)
  if (!stored || !newest) return [none(folder)]
  const found = stored.repositories.map((repository) =>
    age(stored.backups.findLast((one) => one.repository === repository)?.ended ?? 0),
  )
  if (newest.isDamaged)
    found.push(
      wrong(
        `pgBackRest found damaged pages while it took ${newest.label}.`,
        'See its log for the files, look at the disk, and restore them from an earlier backup.',
      ),
    )
  const oldest = Math.min(...stored.backups.map(({ began }) => began))
  const oldestDays = Math.floor((Date.now() - oldest) / DAY)
  // They are deleted when the next backup is taken.
  if (oldestDays > keepDays + 1)
    found.push(
      wrong(
        `The oldest backup of pgBackRest is ${oldestDays} days old, and deleted data must be gone after ${keepDays} days.`,
        `See why it was not deleted: ${startOf('whole backup')}`,
      ),
    )
  return found
}

const none = (folder: string) =>
  wrong(
    `There is no whole backup in ${folder}, or it cannot be read.`,
    `Take one, and see what it says: ${startOf('whole backup')}`,
  )

function age(ended: number): Finding {
  const hours = Math.floor((Date.now() - ended) / HOUR)
  if (hours < OLD_HOURS) return fine(`The newest whole backup is ${hours} hours old.`)
  const words = `The newest whole backup is ${hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`
  const todo = `See why none was taken, and take one: ${startOf('whole backup')}`
  return hours < 3 * OLD_HOURS ? note(words, todo) : wrong(words, todo)
}
