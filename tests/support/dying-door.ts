import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that dies as a pooler's does. */
export interface DyingDoor {
  url: string
  /** Tells every connection what the server said as it died, and in the same breath what the pooler says to that, and breaks it. */
  die(): void
  close(): Promise<void>
}

/** Opens a door to the database at an address of this machine. */
export async function openDyingDoor(to: string): Promise<DyingDoor> {
  const { port } = new URL(to)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(port), '127.0.0.1')
    open.add(client)
    client.on('close', () => open.delete(client) && database.destroy())
    database.on('close', () => client.destroy())
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.pipe(database)
    database.pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    die() {
      const words = [fatal('57P01', 'terminating connection'), fatal('08P01', 'server conn crashed?')]
      for (const client of open) client.end(Buffer.concat(words))
    },
    async close() {
      for (const client of open) client.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** An error as PostgreSQL's protocol has it. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E0000')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
