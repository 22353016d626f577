import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { uuidV4 } from '#platform/uuid.ts'
import { checkedKey, type FilesPort } from './files.ts'

/**
 * Stores files in a folder on this machine.
 * @param options `root`: created on first use; `shipped`: a read-only folder of files shipped with the
 *   product, used for keys that are not in `root`
 */
export function localFiles({ root, shipped }: { root: string; shipped?: string }): FilesPort {
  const pathOf = (key: string) => join(resolve(root), checkedKey(key))
  const find = async (path: string) => {
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? { path, bytes: found.size } : null
  }
  return {
    async put(key, path) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // Rename after copying, so that a partially written file is never visible.
      const arriving = `${target}.${uuidV4()}`
      await copyFile(path, arriving)
      await rename(arriving, target)
    },
    async open(key, range) {
      const found =
        (await find(pathOf(key))) ?? (shipped ? await find(join(resolve(shipped), checkedKey(key))) : null)
      return found && { body: streamOf(createReadStream(found.path, range)), bytes: found.bytes }
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
    },
  }
}

/** Node's type for web streams is equivalent to the DOM's, but nominally different. */
const streamOf = (readable: Readable) => Readable.toWeb(readable) as unknown as ReadableStream<Uint8Array>
