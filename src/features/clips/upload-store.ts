import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { eq } from 'drizzle-orm'
import { inTemporaryFolder } from '#platform/temporary-folder.ts'
import type { Services } from '#ports/services.ts'
import { clipUploads } from './tables.ts'
import { storePart } from './uploads.ts'

/**
 * The tus data store. Parts are kept in the shared file store, so that any process on any machine can
 * continue an upload; their order is kept in the upload's row. Uploads are created and completed through the
 * API.
 */
export class PartsStore extends DataStore {
  readonly #services: Pick<Services, 'db' | 'clock' | 'files'>

  constructor(services: Pick<Services, 'db' | 'clock' | 'files'>) {
    super()
    this.#services = services
  }

  override async getUpload(id: string): Promise<Upload> {
    const [row] = await this.#services.db.select().from(clipUploads).where(eq(clipUploads.id, id))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: row.byteSize, offset: row.received })
  }

  /** Keeps the received bytes even when the connection breaks within a part. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return await inTemporaryFolder('part', async (folder) => {
      const path = join(folder, 'part')
      const { bytes, error } = await writeDown(stream, path)
      const received = bytes > 0 ? await storePart(this.#services, id, offset, { path, bytes }) : offset
      if (error) throw error
      if (received === null) throw ERRORS.INVALID_OFFSET
      return received
    })
  }
}

async function writeDown(stream: Readable, path: string): Promise<{ bytes: number; error: unknown }> {
  const file = createWriteStream(path)
  const closed = new Promise<void>((done, fail) => file.once('close', done).once('error', fail))
  closed.catch(() => undefined)
  let bytes = 0
  let error: unknown = null
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (!file.write(chunk)) await Promise.race([new Promise((ready) => file.once('drain', ready)), closed])
    }
  } catch (cause) {
    error = cause
  }
  file.end()
  await closed
  return { bytes, error }
}
