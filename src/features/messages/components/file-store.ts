import { hasRoom, type UnsentFile } from '../unsent-file.ts'

/**
 * Storage for unsent files. `keep` reports the result: persisted across reloads, in memory only, or no space
 * left.
 */
export interface FileStore {
  all(): Promise<UnsentFile[]>
  find(id: string): Promise<UnsentFile | null>
  keep(file: UnsentFile): Promise<'kept' | 'on this page' | 'full'>
  /** Marks files as belonging to a message in the outbox. */
  handOver(ids: readonly string[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

const SHELF = 'files'

/**
 * Opens the IndexedDB database with a person's files; if it is unavailable or full, files are kept in memory.
 * @param name of the database, one per person
 */
export function openFileStore(name: string): FileStore {
  const onPage = new Map<string, UnsentFile>()
  let opening: Promise<IDBDatabase> | null = null
  let adding: Promise<unknown> = Promise.resolve()

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(SHELF, { keyPath: 'id' })
      request.onsuccess = () => {
        // Another tab is deleting the database, or a newer version of the page is upgrading it: the
        // connection is closed so as not to block it.
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('another tab holds the files'))
    }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  async function inShelf<T>(mode: IDBTransactionMode, work: (shelf: IDBObjectStore) => IDBRequest<T> | null) {
    const database = await open()
    return await new Promise<T | null>((resolve, reject) => {
      const transaction = database.transaction(SHELF, mode)
      const request = work(transaction.objectStore(SHELF))
      transaction.oncomplete = () => resolve(request ? request.result : null)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  async function all(): Promise<UnsentFile[]> {
    const found = await inShelf<UnsentFile[]>('readonly', (shelf) => shelf.getAll()).catch(() => null)
    const kept = (found ?? []).filter(({ id }) => !onPage.has(id))
    return [...kept, ...onPage.values()].sort((one, other) => one.keptAt - other.keptAt)
  }

  async function find(id: string): Promise<UnsentFile | null> {
    const here = onPage.get(id)
    if (here) return here
    return (
      (await inShelf<UnsentFile | undefined>('readonly', (shelf) => shelf.get(id)).catch(() => null)) ?? null
    )
  }

  /** The file is already in memory, and may be handed over or removed while it is being written. */
  async function add({ id, bytes }: UnsentFile) {
    const others = (await all()).filter((other) => other.id !== id)
    if (!hasRoom(others, bytes.size) && onPage.get(id)?.isDraft) {
      onPage.delete(id)
      return 'full'
    }
    try {
      for (let file = onPage.get(id); file; file = onPage.get(id)) {
        const written = file
        await inShelf('readwrite', (shelf) => shelf.put(written))
        if (onPage.get(id) === written) break
      }
      if (!onPage.delete(id)) await inShelf('readwrite', (shelf) => shelf.delete(id))
      return 'kept'
    } catch {
      return 'on this page'
    }
  }

  return {
    all,
    find,
    keep: (file) => {
      onPage.set(file.id, file)
      // Serialized, so that files chosen together are counted correctly against the limit.
      const added = adding.then(() => add(file))
      adding = added.catch(() => undefined)
      return added
    },
    async handOver(ids) {
      for (const id of ids) {
        const file = await find(id)
        if (!file) continue
        const handedOver = { ...file, isDraft: false }
        if (onPage.has(id)) onPage.set(id, handedOver)
        else await inShelf('readwrite', (shelf) => shelf.put(handedOver)).catch(() => undefined)
      }
    },
    async remove(ids) {
      for (const id of ids) onPage.delete(id)
      await inShelf('readwrite', (shelf) => {
        for (const id of ids) shelf.delete(id)
        return null
      }).catch(() => undefined)
    },
  }
}
