import type { Database } from '#platform/db.ts'
import { strayFiles } from '#platform/tables.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { FilesPort } from './files.ts'

/**
 * Stores generated files in a new folder. They are registered as stray files, which the cleanup deletes,
 * until a row references them and its transaction deletes their row in `stray_files`. An interrupted process
 * therefore leaves no orphans.
 * @param folder the parent folder for files of that kind
 * @returns the new folder; its random name cannot be derived from the id of the owning row
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
