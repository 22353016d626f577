import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Options of servers for clients that use a connection again. Such a request fails with ECONNRESET if the server just closed the idle
 * connection; the default of five seconds can pass within a test on a busy machine.
 */
export const keptOpen = { keepAliveTimeout: 60_000 }

/** Starts an HTTP server on 127.0.0.1 at a free port. A connection is destroyed if its handler fails. */
export async function startLocalServer(handle: (...call: Parameters<RequestListener>) => unknown) {
  const server = createServer(keptOpen, async (request, response) => {
    try {
      await handle(request, response)
    } catch (error) {
      response.destroy(error as Error)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Stops the server and closes its connections. */
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
