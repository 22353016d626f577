/** Bytes from and to; both ends are part of it, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface OpenedFile {
  body: ReadableStream<Uint8Array>
  /** Of the whole file, whatever part of it `body` is. */
  bytes: number
}

/**
 * Where files are kept that people gave us. Keys are made by us: folders and names of `a-z 0-9 . -`, never anybody's words. Nothing
 * in it is public: who may have a file is decided before it is opened.
 */
export interface FilesPort {
  /** Keeps a file under a key, in place of one that may be there. @param path of a file on this machine */
  put(key: string, path: string, type: string): Promise<void>
  /** @returns null when there is none */
  open(key: string, range?: ByteRange): Promise<OpenedFile | null>
  /** Removes everything in a folder; none there is no error. */
  removeFolder(folder: string): Promise<void>
}

const keyForm = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/

/** @throws Error for a key that could lead anywhere else */
export function checkedKey(key: string): string {
  if (!keyForm.test(key) || key.length > 200) throw new Error(`not a file key: ${JSON.stringify(key)}`)
  return key
}
