import { readProblem } from '#platform/api-problem.ts'
import {
  enqueue,
  isPassing,
  nextInLine,
  type Outbox,
  type QueuedMessage,
  readOutbox,
  refuse,
  remove,
  tryAgain,
  waitAfter,
} from '../outbox.ts'

/** The browser functions used by the sender; replaced in tests. */
export interface SenderPorts<Sent> {
  /** The outbox stored by earlier pages and other tabs. */
  read(): string | null
  write(kept: string): void
  /** Resolves when the server has stored the message; may be called twice for the same one. */
  send(message: QueuedMessage): Promise<Sent>
  /** The message was sent or given up: data stored for it can be deleted. */
  forget(message: QueuedMessage, how: { isSent: boolean }): void
  /** Runs the work while holding a lock that excludes other tabs. */
  alone(work: () => Promise<void>): Promise<void>
}

/**
 * The state of the sender: queued messages, the one being sent, and whether the last attempt failed because
 * there was no connection.
 */
export interface SenderState {
  outbox: Outbox
  sending: string | null
  isWaitingForLine: boolean
}

export interface MessageSender<Sent> {
  state(): SenderState
  subscribe(listener: () => void): () => void
  /**
   * Called for each message the server has stored, before it is removed from the outbox.
   * @returns a function to unsubscribe
   */
  onSent(listener: (message: QueuedMessage, sent: Sent) => void): () => void
  add(message: QueuedMessage): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Rereads the stored outbox after a change by another tab. */
  look(): void
  /** Triggers sending, when the connection may have returned or another tab changed the outbox. */
  wake(): void
  stop(): void
}

const REFUSED = 'The message could not be sent.'

/**
 * The outbox in the browser's storage. While the storage is full or blocked, it is kept in memory, and its messages are
 * still sent.
 * @param storage may throw, as the browser's does when it is blocked
 */
export function keptInStorage(
  key: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
): Pick<SenderPorts<unknown>, 'read' | 'write'> {
  let memory: string | null = null
  let isStored = true
  return {
    read: () => {
      try {
        // After a write that it refused, the storage still has the outbox of before.
        return isStored ? storage().getItem(key) : memory
      } catch {
        return memory
      }
    },
    write: (kept) => {
      memory = kept
      try {
        storage().setItem(key, kept)
        isStored = true
      } catch {
        isStored = false
      }
    },
  }
}

/**
 * Sends queued messages in order until the server has stored all of them. The stored outbox is the source of
 * truth: it is read before every step, so that parallel tabs and reloads lose nothing. A message that is sent
 * twice is stored once by the server.
 */
export function messageSender<Sent>(ports: SenderPorts<Sent>): MessageSender<Sent> {
  const listeners = new Set<() => void>()
  const arrivals = new Set<(message: QueuedMessage, sent: Sent) => void>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isStopped = false
  let kept = ports.read()
  let state: SenderState = { outbox: readOutbox(kept), sending: null, isWaitingForLine: false }

  function notify(change: Partial<SenderState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function look(): Outbox {
    const now = ports.read()
    if (now !== kept) {
      kept = now
      notify({ outbox: readOutbox(now) })
    }
    return state.outbox
  }

  function change(to: (outbox: Outbox) => Outbox) {
    const outbox = to(look())
    kept = JSON.stringify(outbox)
    ports.write(kept)
    notify({ outbox })
  }

  async function run() {
    clearTimeout(timer)
    if (isRunning || isStopped || !nextInLine(look())) return
    isRunning = true
    await ports.alone(async () => {
      for (let next = nextInLine(look()); next && !isStopped; next = nextInLine(look()))
        if (!(await trySending(next))) break
    })
    isRunning = false
    notify({ sending: null })
    if (failures > 0 && !isStopped && nextInLine(look())) timer = setTimeout(run, waitAfter(failures))
  }

  /** @returns false if sending should pause */
  async function trySending(message: QueuedMessage): Promise<boolean> {
    const { clientId } = message
    notify({ sending: clientId })
    try {
      const sent = await ports.send(message)
      failures = 0
      for (const listener of arrivals) listener(message, sent)
      notify({ isWaitingForLine: false })
      change((outbox) => remove(outbox, clientId))
      ports.forget(message, { isSent: true })
      return true
    } catch (error) {
      failures += 1
      const problem = readProblem(error)
      if (isPassing(problem.code, failures)) {
        notify({ isWaitingForLine: true })
        return false
      }
      failures = 0
      change((outbox) => refuse(outbox, clientId, problem.message ?? REFUSED))
      return true
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSent: (listener) => {
      arrivals.add(listener)
      return () => arrivals.delete(listener)
    },
    add: (message) => {
      change((outbox) => enqueue(outbox, message))
      void run()
    },
    retry: (clientId) => {
      change((outbox) => tryAgain(outbox, clientId))
      void run()
    },
    discard: (clientId) => {
      const message = look().find((one) => one.clientId === clientId)
      change((outbox) => remove(outbox, clientId))
      if (message) ports.forget(message, { isSent: false })
    },
    look: () => void look(),
    wake: () => {
      look()
      void run()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
