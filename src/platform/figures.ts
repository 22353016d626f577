import cluster, { type Worker } from 'node:cluster'
import { ClusterRegistry, collectDefaultMetrics, Registry } from '@prometheus-io/client'

/** Prometheus metrics of a process, and of all processes that share its port. */
export interface Figures {
  /** Metrics of this process; aggregated across processes, each by its `aggregator`. */
  own: Registry
  /** Metrics that are the same in every process; reported once. */
  common: Registry
  /** All metrics of this process alone. */
  registries: readonly Registry[]
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
  /** Null when a process did not respond in time. */
  text: string | null
}

/** The library waits five seconds for the other processes. */
const LONGEST_MS = 6_000

/**
 * Creates the metrics of a process, including Node's default metrics. When several processes share a port,
 * each can report the aggregate of all.
 */
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
    registries: [ofNode, own, common],
    text: async () => (await Promise.all([...ofProcess(), common.metrics()])).join('\n'),
    contentType: own.contentType,
  }
}

let collected: Registry | undefined

/** Node's default metrics. Their timers cannot be stopped, so they are created once per process. */
function figuresOfNode(): Registry {
  if (collected) return collected
  collected = new Registry()
  collectDefaultMetrics({ register: collected })
  // Summary quantiles would be added up, which is wrong; the histogram of the same metric can be aggregated.
  collected.removeSingleMetric('nodejs_eventloop_utilization_summary')
  return collected
}

/**
 * Aggregates the metrics of the worker processes that this process starts, and returns them to any worker on
 * request.
 */
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

/** Requests the aggregate from the parent process. */
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
