import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv, settingNames } from '#platform/env.ts'
import {
  type Container,
  chart,
  containerOf,
  findManifest,
  hasHelm,
  type Labels,
  type Manifest,
  removeHelm,
  renderChart,
  runHelm,
  unknownFields,
  unpackHelm,
} from '#tests/support/helm.ts'
import { commandFor } from './commands.ts'
import { misspelledSettings } from './doctor/misspelled.ts'

const root = resolve(import.meta.dirname, '../..')
beforeAll(unpackHelm)
afterAll(removeHelm)

const filledIn = {
  secretName: 'golf-secrets',
  settings: {
    APP_URL: 'https://lessons.fairway.golf',
    COMPANY_NAME: 'Fairway Golf LLC',
    POSTAL_ADDRESS: '1 Fairway Drive, Charlotte, NC 28202',
    SUPPORT_EMAIL: 'support@fairway.golf',
    PRIVACY_EMAIL: 'privacy@fairway.golf',
    EMAIL_FROM: 'Fairway <hello@fairway.golf>',
    S3_BUCKET: 'fairway',
    S3_REGION: 'us-east-1',
  },
}
const everything = {
  ...filledIn,
  image: {
    repository: 'registry.fairway.golf/greenside',
    digest: `sha256:${'a'.repeat(64)}`,
    pullSecrets: ['pull'],
  },
  files: { existingClaim: 'files' },
  web: { autoscaling: { enabled: true } },
  ingress: { className: 'haproxy', tlsSecret: 'certificate', annotations: { 'cert-manager.io/issuer': 'x' } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  pod: {
    serviceAccountName: 'greenside',
    annotations: { 'fairway.golf/team': 'lessons' },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'web', operator: 'Exists' }],
    volumes: [{ name: 'authority', configMap: { name: 'authority' } }],
    volumeMounts: [{ name: 'authority', mountPath: '/etc/authority', readOnly: true }],
  },
}
/** What the operator's Secret contains. */
const secret = {
  DATABASE_URL: 'postgres://greenside:x@database/greenside',
  SESSION_SECRET: 'x'.repeat(64),
  SECRETS_KEY: 'y'.repeat(64),
  METRICS_TOKEN: 'z'.repeat(64),
  SMTP_URL: 'smtps://greenside:x@mail.fairway.golf:465',
  STRIPE_SECRET_KEY: 'rk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
}

/** The environment of a container: what its references name, then its own. */
function environmentOf(container: Container, manifests: Manifest[]): Record<string, string> {
  const referred = container.envFrom.map(({ configMapRef, secretRef }) => {
    if (configMapRef) return findManifest(manifests, 'ConfigMap', configMapRef.name).data
    expect(secretRef?.name).toBe(filledIn.secretName)
    return secret
  })
  const named = container.env.map(({ name, value }) => [name, value])
  return Object.assign({}, ...referred, Object.fromEntries(named))
}

/** `ENV` and `USER` of the image that the pods run. */
const image =
  readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1) ?? ''

describe.runIf(hasHelm)('the chart', () => {
  test('has the version of the product, and Helm finds nothing wrong with it', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const description = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
    expect(description).toMatchObject({ version, appVersion: version })
    for (const values of [filledIn, everything]) {
      const { status, stdout } = runHelm('lint', values)
      expect([status, /\[(ERROR|WARNING)\].*/.exec(stdout)?.[0]]).toEqual([0, undefined])
    }
  })

  test.each([
    ['as it comes', filledIn],
    ['with everything turned on', everything],
  ])('%s is what Kubernetes understands, field by field', (_, values) => {
    const manifests = renderChart(values)
    expect(manifests.length).toBeGreaterThan(7)
    for (const manifest of manifests) expect(unknownFields(manifest)).toEqual([])
  })

  test('renders with the values of the guide', () => {
    const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const values = parse(/```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '')
    const manifests = renderChart({ ...values, image: { ...values.image, tag: '4242' } })
    const web = containerOf(findManifest(manifests, 'Deployment', 'golf-web'))
    expect(web.image).toBe(`${values.image.repository}:4242`)
    expect(web.envFrom).toContainEqual({ secretRef: { name: values.secretName } })
    const { data } = findManifest(manifests, 'ConfigMap')
    expect(readEnv({ ...secret, ...data })).toMatchObject(values.settings)
  })

  test('a field that Kubernetes does not have is found, and so is one of the wrong type', () => {
    const web = structuredClone(findManifest(renderChart(filledIn), 'Deployment', 'golf-web'))
    Object.assign(containerOf(web), { readinesProbe: {} })
    expect(unknownFields(web)).toEqual(['/spec/template/spec/containers/0/readinesProbe'])
    Object.assign(web.spec, { replicas: 'two' })
    expect(() => unknownFields(web)).toThrow('/spec/replicas must be integer')
  })

  test('web and workers run one program in their roles, with settings that the program accepts', () => {
    const manifests = renderChart(filledIn)
    const port = Number(/\bPORT=(\d+)/.exec(image)?.[1])
    const health = readFileSync(join(root, 'src/app/http/health.ts'), 'utf8')
    for (const role of ['web', 'worker'] as const) {
      const container = containerOf(findManifest(manifests, 'Deployment', `golf-${role}`))
      const given = environmentOf(container, manifests)
      expect(readEnv(given)).toMatchObject({ PROCESS_ROLE: role, isDemo: false, appUrl: given.APP_URL })
      expect(misspelledSettings(Object.keys(given), settingNames)).toEqual([])
      expect(existsSync(join(root, container.command[1] ?? ''))).toBe(true)
      expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
      expect(container.startupProbe.httpGet.path).toBe('/healthz')
      expect(container.livenessProbe.httpGet.path).toBe('/healthz')
      expect(container.readinessProbe.httpGet.path).toBe('/readyz')
      for (const path of ['/healthz', '/readyz']) expect(health).toContain(`app.get('${path}'`)
      expect(commandFor('doctor', '', given)).toBe(
        'kubectl exec --namespace lessons deploy/golf-worker -- node scripts/doctor.ts',
      )
    }
  })

  test('migrations run before the version that needs them, and need nothing that comes later', () => {
    const manifests = renderChart(filledIn)
    const job = findManifest(manifests, 'Job')
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    const hooks = manifests.filter((one) => one.metadata.annotations?.['helm.sh/hook'])
    expect(hooks).toEqual([job])
    const container = containerOf(job)
    expect(container.command).toEqual(['node', 'scripts/migrate.ts'])
    expect(container.envFrom).toEqual([{ secretRef: { name: filledIn.secretName } }])
    const web = containerOf(findManifest(manifests, 'Deployment', 'golf-web'))
    expect(container.image).toBe(web.image)
    const { PROCESS_ROLE: _, ...settings } = environmentOf(web, manifests)
    expect(environmentOf(container, manifests)).toEqual(settings)
  })

  test('a pod is killed later than its process stops by itself, and one that runs gets new settings', () => {
    const patient = { ...filledIn, settings: { ...filledIn.settings, SHUTDOWN_SECONDS: '120' } }
    const pods = [filledIn, patient].map((values) => {
      const manifests = renderChart(values)
      const web = findManifest(manifests, 'Deployment', 'golf-web')
      const { SHUTDOWN_SECONDS, DRAIN_SECONDS } = readEnv(environmentOf(containerOf(web), manifests))
      expect(web.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(SHUTDOWN_SECONDS)
      expect(DRAIN_SECONDS).toBeLessThan(SHUTDOWN_SECONDS)
      return web.spec.template.metadata.annotations
    })
    expect(pods[0]).not.toEqual(pods[1])
  })

  test('pods are what the strictest of the Pod Security Standards wants, as the user of the image', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(image) ?? []
    const manifests = renderChart(everything)
    for (const manifest of manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
      const container = containerOf(manifest)
      expect(manifest.spec.template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(user),
        runAsGroup: Number(group),
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const files = /FILES_FOLDER=(\S+)/.exec(image)?.[1]
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
        '/tmp',
        files,
        '/etc/authority',
      ])
      expect(container.image).toBe(`registry.fairway.golf/greenside@sha256:${'a'.repeat(64)}`)
    }
  })

  test('what names another object names one that is there', () => {
    const manifests = renderChart(everything)
    const services = manifests.filter(({ kind }) => kind === 'Service')
    const selects = (labels: Labels, { metadata }: { metadata: { labels: Labels } }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value)
    for (const service of services) {
      const pods = findManifest(manifests, 'Deployment', service.metadata.name)
      expect(selects(service.spec.selector, pods.spec.template)).toBe(true)
      expect(containerOf(pods).ports?.map(({ name }) => name)).toContain(service.spec.ports[0]?.targetPort)
    }
    const web = findManifest(manifests, 'Deployment', 'golf-web')
    expect(
      selects(findManifest(manifests, 'PodDisruptionBudget').spec.selector.matchLabels, web.spec.template),
    ).toBe(true)
    expect(findManifest(manifests, 'HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
      name: 'golf-web',
    })
    // Together with an autoscaler, a number here would undo what it decided at every upgrade.
    expect(web.spec.replicas).toBeUndefined()
    const [rule] = findManifest(manifests, 'Ingress').spec.rules
    expect(rule?.host).toBe(new URL(filledIn.settings.APP_URL).host)
    const { name, port } = rule?.http.paths[0]?.backend.service ?? {}
    expect(findManifest(manifests, 'Service', name).spec.ports.map((one) => one.name)).toContain(port?.name)
    const monitor = findManifest(manifests, 'ServiceMonitor').spec
    for (const service of services) expect(selects(monitor.selector.matchLabels, service)).toBe(true)
    expect(monitor.endpoints[0]?.port).toBe(services[0]?.spec.ports[0]?.name)
    expect(settingNames).toContain(monitor.endpoints[0]?.authorization.credentials.key)
  })

  test.each([
    ['no Secret', { secretName: '' }, 'secretName'],
    ['no place for files', { settings: { ...filledIn.settings, S3_BUCKET: '' } }, 'files.existingClaim'],
    ['no address', { settings: { ...filledIn.settings, APP_URL: '' } }, 'settings.APP_URL'],
    ['a secret among the settings', { settings: { ...filledIn.settings, SMTP_URL: 'x' } }, 'SMTP_URL'],
    ['a role for all processes', { settings: { ...filledIn.settings, PROCESS_ROLE: 'all' } }, 'PROCESS_ROLE'],
    ['a name that the chart does not have', { replicaCount: 3 }, 'replicaCount'],
  ])('%s is refused before anything is installed', (_, wrong, named) => {
    const { status, stderr } = runHelm('template', { ...filledIn, ...wrong })
    expect(status).not.toBe(0)
    expect(stderr).toContain(named)
  })
})

test("the chart's settings exist, and those that are secret are refused outside of the Secret", () => {
  const text = readFileSync(join(chart, 'values.yaml'), 'utf8')
  const { settings } = parse(text) as { settings: Record<string, string> }
  const named = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(10)
  expect([...Object.keys(settings), ...named].filter((name) => !settingNames.includes(name))).toEqual([])
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'))
  const refused = new RegExp(schema.properties.settings.propertyNames.not.pattern)
  const inSecret = Object.keys(secret).filter((name) => name !== 'S3_ACCESS_KEY_ID')
  expect(inSecret.filter((name) => !refused.test(name))).toEqual([])
  // What a new setting is called decides on which side it is; here is each that is secret.
  expect(settingNames.filter((name) => refused.test(name)).sort()).toEqual([
    'ASSISTANT_API_KEY',
    'DATABASE_REPLICA_URL',
    'DATABASE_SESSION_URL',
    'DATABASE_URL',
    'FILES_FOLDER',
    'GOOGLE_CLIENT_SECRET',
    'GOOGLE_SIGN_IN_CLIENT_SECRET',
    'HOST',
    'KLAVIYO_API_KEY',
    'MAILGUN_WEBHOOK_SIGNING_KEY',
    'METRICS_TOKEN',
    'NODE_ENV',
    'OIDC_CLIENT_SECRET',
    'PORT',
    'PROCESS_ROLE',
    'S3_SECRET_ACCESS_KEY',
    'SECRETS_KEY',
    'SESSION_SECRET',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'TWILIO_AUTH_TOKEN',
    'VAPID_PRIVATE_KEY',
    'WEATHER_API_KEY',
  ])
})
