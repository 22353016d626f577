import cluster, { type Worker } from 'node:cluster'
import { ClusterRegistry, collectDefaultMetrics, Registry } from '@prometheus-io/client'

/** What an operator's programs are told of a process, and of all that share its port. */
export interface Figures {
  /** What a process counts for itself; summed over all that were started together, each figure by its `aggregator`. */
  own: Registry
  /** What is the same whichever process is asked: told once. */
  common: Registry
  text(): Promise<string>
  contentType: string
}

interface Question {
  type: 'figures asked'
  id: number
}
interface Answer {
  type: 'figures told'
  id: number
  /** Null when a process did not answer in time. */
  text: string | null
}

/** The library waits five seconds for the other processes. */
const LONGEST_MS = 6_000

/** A process's figures, with those that Node gives of itself. Where several share a port, any of them tells the sum of all. */
export function createFigures(): Figures {
  const [own, common, ofNode] = [new Registry(), new Registry(), figuresOfNode()]
  if (cluster.isWorker) {
    new ClusterRegistry()
    ClusterRegistry.setRegistries([ofNode, own])
  }
  const ofProcess = () => (cluster.isWorker ? [sumOfAll()] : [ofNode.metrics(), own.metrics()])
  return {
    own,
    common,
    text: async () => (await Promise.all([...ofProcess(), common.metrics()])).join('\n'),
    contentType: own.contentType,
  }
}

let collected: Registry | undefined

/** What Node tells of this process. It is watched by timers that nothing stops, so it is collected once. */
function figuresOfNode(): Registry {
  if (collected) return collected
  collected = new Registry()
  collectDefaultMetrics({ register: collected })
  // Its quantiles would be added up; the histogram of the same can be.
  collected.removeSingleMetric('nodejs_eventloop_utilization_summary')
  return collected
}

/** Adds up the figures of the processes that this one starts from now on, for whichever of them asks. */
export function addUpFigures(): void {
  const all = new ClusterRegistry()
  cluster.on('message', async (asking: Worker, message: Partial<Question>) => {
    if (message.type !== 'figures asked' || message.id === undefined) return
    const text = await all.clusterMetrics().catch(() => null)
    const answer: Answer = { type: 'figures told', id: message.id, text }
    if (asking.isConnected()) asking.send(answer)
  })
}

let asked = 0

/** Asks the process that started this one. */
function sumOfAll(): Promise<string> {
  const question: Question = { type: 'figures asked', id: ++asked }
  return new Promise((done, fail) => {
    const end = (text: string | null) => {
      clearTimeout(timer)
      process.off('message', hear)
      if (text === null) fail(new Error('A process of this machine did not tell its figures.'))
      else done(text)
    }
    const hear = (message: Partial<Answer>) => {
      if (message.type === 'figures told' && message.id === question.id) end(message.text ?? null)
    }
    const timer = setTimeout(end, LONGEST_MS, null)
    process.on('message', hear)
    process.send?.(question)
  })
}
