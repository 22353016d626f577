import type { Database } from '#platform/db.ts'
import { strayFiles } from '#platform/tables.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { FilesPort } from './files.ts'

/**
 * Puts files that were made from what somebody gave us into a folder of their own. They are strays, which the cleaning removes, until
 * a row owns them and its transaction deletes their row of `stray_files`: whoever is stopped half way leaves nothing behind.
 * @param folder of all files of that kind
 * @returns the folder of these, with a random name: who knows the id of what owns them does not know where they are
 */
export async function storeFiles<File extends { name: string; path: string; type: string; bytes: number }>(
  { db, files: store }: { db: Pick<Database, 'insert'>; files: FilesPort },
  folder: string,
  made: readonly File[],
): Promise<{ storageKey: string; files: Omit<File, 'path'>[]; byteSize: number }> {
  const storageKey = `${folder}/${uuidV4()}`
  await db.insert(strayFiles).values({ storageKey })
  for (const file of made) await store.put(`${storageKey}/${file.name}`, file.path, file.type)
  return {
    storageKey,
    files: made.map(({ path: _, ...file }) => file),
    byteSize: made.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
