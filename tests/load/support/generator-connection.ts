import { connect, type Socket } from 'node:net'

export interface Answer {
  /** 0 when the connection broke before the answer was complete. */
  status: number
  bytes: number
  body: string
}

/** One keep-alive connection with one request at a time. */
export class Connection {
  broken = false
  private readonly socket: Socket
  private readonly keepBodies: boolean
  private done: ((answer: Answer) => void) | undefined
  private head: Buffer | undefined
  private status = 0
  /** Bytes of the body still to come; -1 for an answer in chunks. */
  private left = 0
  private bytes = 0
  private tail = ''
  private pieces: Buffer[] = []

  private constructor(socket: Socket, keepBodies: boolean) {
    this.socket = socket
    this.keepBodies = keepBodies
    socket.on('data', (data) => typeof data !== 'string' && this.take(data))
    socket.on('error', () => this.break())
    socket.on('close', () => this.break())
  }

  static open(host: string, port: number, keepBodies: boolean): Promise<Connection> {
    return new Promise((done, fail) => {
      const socket = connect({ host, port, noDelay: true })
      socket.once('error', fail)
      socket.once('connect', () => done(new Connection(socket, keepBodies)))
    })
  }

  ask(wire: Buffer): Promise<Answer> {
    return new Promise((done) => {
      if (this.broken) return done({ status: 0, bytes: 0, body: '' })
      this.done = done
      this.head = Buffer.alloc(0)
      this.bytes = 0
      this.tail = ''
      this.pieces = []
      this.socket.write(wire)
    })
  }

  close() {
    this.socket.destroy()
  }

  private take(data: Buffer) {
    this.bytes += data.length
    let body = data
    if (this.head) {
      const seen = this.head.length > 0 ? Buffer.concat([this.head, data]) : data
      const end = seen.indexOf('\r\n\r\n')
      if (end < 0) {
        this.head = seen
        return
      }
      const head = seen.toString('latin1', 0, end).toLowerCase()
      this.head = undefined
      this.status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/.exec(head)
      this.left = length ? Number(length[1]) : head.includes('transfer-encoding: chunked') ? -1 : 0
      body = seen.subarray(end + 4)
    }
    if (this.keepBodies) this.pieces.push(body)
    if (this.left >= 0) {
      this.left -= body.length
      if (this.left <= 0) this.finish(this.status)
      return
    }
    this.tail = (this.tail + body.toString('latin1', Math.max(0, body.length - 7))).slice(-7)
    if (this.tail.endsWith('0\r\n\r\n')) this.finish(this.status)
  }

  private finish(status: number) {
    const done = this.done
    this.done = undefined
    this.left = 0
    done?.({ status, bytes: this.bytes, body: Buffer.concat(this.pieces).toString('utf8') })
  }

  private break() {
    this.broken = true
    this.finish(0)
  }
}
