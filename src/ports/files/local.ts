import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { uuidV4 } from '#platform/uuid.ts'
import { checkedKey, type FilesPort } from './files.ts'

/** Files in a folder of this machine. @param root made when it is first needed */
export function localFiles({ root }: { root: string }): FilesPort {
  const pathOf = (key: string) => join(resolve(root), checkedKey(key))
  return {
    async put(key, path) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // Whole or not at all: nobody opens half a file.
      const arriving = `${target}.${uuidV4()}`
      await copyFile(path, arriving)
      await rename(arriving, target)
    },
    async open(key, range) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { body: streamOf(createReadStream(path, range)), bytes: found.size }
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true })
    },
  }
}

/** Node's type of web streams is the platform's under another name. */
const streamOf = (readable: Readable) => Readable.toWeb(readable) as unknown as ReadableStream<Uint8Array>
