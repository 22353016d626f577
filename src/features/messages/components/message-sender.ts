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

/** What the sender needs of the browser; tests bring their own. */
export interface SenderPorts<Sent> {
  /** What earlier pages and other tabs kept. */
  read(): string | null
  write(kept: string): void
  /** Resolves when the server has it; may be asked twice for the same message. */
  send(message: QueuedMessage): Promise<Sent>
  /** It was sent or given up: what was kept for it is needed no more. */
  forget(message: QueuedMessage): void
  /** Runs the work while no other tab sends. */
  alone(work: () => Promise<void>): Promise<void>
}

/** How things stand: what waits, what is on its way this moment, and whether the last try found no line. */
export interface SenderState {
  outbox: Outbox
  sending: string | null
  isWaitingForLine: boolean
}

export interface MessageSender<Sent> {
  state(): SenderState
  subscribe(listener: () => void): () => void
  /** Calls back for each message the server has, before it leaves the outbox. @returns stop */
  onSent(listener: (message: QueuedMessage, sent: Sent) => void): () => void
  add(message: QueuedMessage): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Reads what is kept: another tab may have changed it. */
  look(): void
  /** There may be a line again, or another tab changed what is kept. */
  wake(): void
  stop(): void
}

const REFUSED = 'The message could not be sent.'

/**
 * Sends what was written, one after the other, until the server has all of it. The kept text is the truth: it is read before
 * every step, so that two tabs and a reload in between lose nothing; a message that is sent twice counts once on the server.
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

  /** @returns false when it is better to wait before anything else is sent */
  async function trySending(message: QueuedMessage): Promise<boolean> {
    const { clientId } = message
    notify({ sending: clientId })
    try {
      const sent = await ports.send(message)
      failures = 0
      for (const listener of arrivals) listener(message, sent)
      notify({ isWaitingForLine: false })
      change((outbox) => remove(outbox, clientId))
      ports.forget(message)
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
      if (message) ports.forget(message)
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
