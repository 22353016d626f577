import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { LoadPlan, LoadResult } from './load.ts'

const FILES = 120

test('a generator that may open no more files goes on with the connections it has, and says so', async () => {
  const server = createServer((_, answer) => setTimeout(() => answer.end('ok'), 50))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const generator = join(import.meta.dirname, 'generator.ts')
    const limited = `ulimit -n ${FILES}; exec "$0" "$1"`
    const child = spawn('sh', ['-c', limited, process.execPath, generator], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { port } = server.address() as AddressInfo
    const plan: LoadPlan = {
      url: `http://127.0.0.1:${port}`,
      requests: [{ path: '/' }],
      connections: FILES / 2,
      count: 1_000,
      perSecond: 2_000,
    }
    const ended = once(child, 'close')
    child.stdin.end(JSON.stringify(plan))
    const result = JSON.parse(await text(child.stdout)) as LoadResult
    expect(await ended).toEqual([0, null])
    expect(result).toMatchObject({ requests: 1_000, statuses: { 200: 1_000 }, isAtFileLimit: true })
    expect(result.waitP99).toBeGreaterThan(0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
