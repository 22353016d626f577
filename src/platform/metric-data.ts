import type { HrTime } from '@opentelemetry/api'
import type { MetricData } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue } from '@prometheus-io/client'

/** A metric with its values, as the registry of the Prometheus client returns it. */
type PrometheusMetric = Pick<MetricObjectWithValues<MetricValue<string>>, 'name' | 'help' | 'type'> & {
  values: (MetricValue<string> & { metricName?: string })[]
}
type Labels = Record<string, string | number>

/** The enumerations of OpenTelemetry's SDK, which is loaded only when it is used. */
interface Enumerations {
  DataPointType: typeof import('@opentelemetry/sdk-metrics').DataPointType
  AggregationTemporality: typeof import('@opentelemetry/sdk-metrics').AggregationTemporality
  ValueType: typeof import('@opentelemetry/api').ValueType
}

/**
 * Converts Prometheus metrics to metric data of OpenTelemetry, by the rules of its specification "Prometheus and OpenMetrics
 * compatibility": counters become monotonic sums, histograms have counts per bucket instead of cumulative ones. Names stay as they
 * are, so that dashboards work with both. Summaries are left out. Pure.
 * @param times.startedAt when the process started, from which its totals count; milliseconds since 1970, UTC
 * @param times.now when the values were read; milliseconds since 1970, UTC
 */
export function toMetricData(
  metrics: readonly PrometheusMetric[],
  { DataPointType, AggregationTemporality, ValueType }: Enumerations,
  times: { startedAt: number; now: number },
): MetricData[] {
  const [startTime, endTime] = [hrTime(times.startedAt), hrTime(times.now)]
  return metrics.flatMap((metric): MetricData[] => {
    const common = {
      descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const points = () =>
      metric.values.map(({ labels, value }) => ({
        startTime,
        endTime,
        attributes: attributesOf(labels),
        value,
      }))
    if (metric.values.length === 0 || metric.type === 'summary') return []
    if (metric.type === 'histogram') {
      const dataPoints = histogramsOf(metric).map((one) => ({ startTime, endTime, ...one }))
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
    }
    if (metric.type === 'counter')
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }]
    return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }]
  })
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]

const attributesOf = (labels: Partial<Labels>) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))

/** The histograms of a metric, one for each combination of labels. */
function histogramsOf({ name, values }: PrometheusMetric) {
  const byLabels = new Map<string, { labels: Partial<Labels>; upTo: [number, number][]; sum: number }>()
  for (const { labels, metricName, value } of values) {
    const { le, ...own } = labels as Partial<Labels>
    const key = JSON.stringify(own)
    const found = byLabels.get(key) ?? { labels: own, upTo: [], sum: 0 }
    byLabels.set(key, found)
    if (metricName === `${name}_sum`) found.sum = value
    else if (le !== undefined) found.upTo.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
  }
  return [...byLabels.values()].map(({ labels, upTo, sum }) => {
    const ascending = upTo.toSorted(([a], [b]) => a - b)
    const counts = ascending.map(([, count], at) => count - (ascending[at - 1]?.[1] ?? 0))
    const boundaries = ascending.map(([boundary]) => boundary).filter(Number.isFinite)
    const count = ascending.at(-1)?.[1] ?? 0
    return { attributes: attributesOf(labels), value: { buckets: { boundaries, counts }, sum, count } }
  })
}
