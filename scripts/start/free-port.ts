import { connect, createServer } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']
const ANSWER_MS = 500

/**
 * Reports whether a server can listen on a port. For a host that only this machine reaches, no other program may listen on the port at
 * any loopback address: a browser that opens `localhost` would show that program.
 */
export async function isFree(port: number, host: string): Promise<boolean> {
  if (!(await canListen(port, host))) return false
  if (host !== 'localhost' && !LOOPBACK.includes(host)) return true
  for (const address of LOOPBACK)
    if (!(await canListen(port, address, true)) || (await isAnswered(port, address))) return false
  return true
}

/** @param mayBeAbsent counts an address that the machine does not have as free */
function canListen(port: number, host: string, mayBeAbsent = false): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      done(mayBeAbsent && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)),
    )
    server.listen(port, host, () => server.close(() => done(true)))
  })
}

/** Some systems allow listening at one address of a port while another program listens at all of them. */
function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host, timeout: ANSWER_MS })
    const end = (isConnected: boolean) => {
      socket.destroy()
      done(isConnected)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
