import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#platform/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const own = mkdtempSync(join(tmpdir(), 'away-'))
afterAll(() => rmSync(own, { recursive: true, force: true }))
const isHere = spawnSync('which', ['haproxy']).status === 0

/** A port on which no program listens. Another test may use a free one. */
const CLOSED_PORT = 2

/** The shipped configuration, except for what needs root: no TLS, a free port, and unreachable servers. */
function configuration(port: number): string {
  return readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replaceAll('/etc/haproxy', join(root, 'src/app/http'))
    .replace(/^ {4}(log \/dev\/log|user|group|bind :443|http-request redirect).*\n/gm, '')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/127\.0\.0\.1:300[12]/g, `127.0.0.1:${CLOSED_PORT}`)
}

test.runIf(isHere)(
  'where no web process answers HAProxy says so in our words, to people and to programs, and when to come back',
  async () => {
    const port = await freePort()
    const file = join(own, 'haproxy.cfg')
    writeFileSync(file, configuration(port))
    const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    try {
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      const away = await vi.waitFor(() => ask('/instructor/somebody'), { timeout: 10_000, interval: 50 })
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10'])
      expect(away.headers.get('content-type')).toContain('text/html')
      expect(await away.text()).toContain('Booked lessons stay booked')
      // HAProxy needs two health checks, a second apart, to find the servers down.
      const told = await vi.waitFor(
        async () => {
          const answer = await ask('/api/bookings')
          expect(answer.headers.get('content-type')).toBe('application/json')
          return answer
        },
        { timeout: 20_000, interval: 100 },
      )
      expect([told.status, told.headers.get('retry-after')]).toEqual([503, '10'])
      expect(await told.json()).toMatchObject({ code: 'unavailable' })
      const problem = await ask('/api/v1/coaches')
      expect(problem.headers.get('content-type')).toBe('application/problem+json')
      expect(await problem.json()).toMatchObject({ status: 503, code: 'unavailable' })
    } finally {
      haproxy.kill('SIGKILL')
    }
  },
)
