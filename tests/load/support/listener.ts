import { type ClientRequest, request } from 'node:http'

/** A message as a listener keeps it. */
export interface HeardMessage {
  id: string
  position: number
  content: string
}

export interface ListenerOptions {
  /** Where the server is now; asked before every try. */
  url: () => string
  cookie: string
  userId: string
  conversationId: string
  /** A message was added to what is on the screen. */
  onMessage: (message: HeardMessage) => void
}

/**
 * What a browser does: one line to `/events`, messages appended as they come, and asked for where something may have been missed.
 * `messages` is what would be on the screen.
 */
export class Listener {
  readonly messages: HeardMessage[] = []
  /** Lines that were up, and messages that came although they were there. */
  lines = 0
  repeats = 0
  /** Resolves when the line is up for the first time. */
  readonly up: Promise<void>
  readonly conversationId: string
  private readonly options: ListenerOptions
  private isUp: () => void = () => undefined
  private line: ClientRequest | undefined
  private closed = false
  private asking: Promise<void> = Promise.resolve()

  constructor(options: ListenerOptions) {
    this.options = options
    this.conversationId = options.conversationId
    this.up = new Promise((done) => {
      this.isUp = done
    })
    this.connect()
  }

  close() {
    this.closed = true
    this.line?.destroy()
  }

  /** Asks for what came after the last message, once more. */
  async catchUp() {
    this.asking = this.asking.then(() => this.askForNewer())
    await this.asking
  }

  private connect() {
    if (this.closed) return
    const { url, cookie, userId, conversationId } = this.options
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      setTimeout(() => this.connect(), 200 + Math.random() * 300)
    }
    const line = request(
      `${url()}/events?topic=conversation:${conversationId}&topic=inbox:${userId}`,
      { agent: false, headers: { cookie } },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume()
          return again()
        }
        let rest = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          const blocks = (rest + part).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) this.hear(block)
        })
        answer.on('end', again)
        answer.on('error', again)
        answer.on('close', again)
      },
    )
    line.on('error', again)
    line.end()
    this.line = line
  }

  private hear(block: string) {
    const [event, data = ''] = block.split('\n')
    if (event === 'event: ready') {
      this.lines++
      this.isUp()
      void this.catchUp()
    } else if (event === 'event: change') void this.catchUp()
    else if (event === 'event: notice') {
      const notice = JSON.parse(data.slice('data: '.length))
      if (notice.type === 'message') this.take(notice.message)
    }
  }

  private take(message: HeardMessage) {
    const last = this.messages.at(-1)?.position ?? 0
    if (message.position <= last) this.repeats++
    else if (message.position > last + 1) void this.catchUp()
    else {
      this.messages.push({ id: message.id, position: message.position, content: message.content })
      this.options.onMessage(message)
    }
  }

  private async askForNewer() {
    const { url, cookie, conversationId } = this.options
    for (;;) {
      const after = this.messages.at(-1)?.position ?? 0
      const page = await fetch(
        `${url()}/api/conversations/${conversationId}/messages?after=${after}&limit=100`,
        {
          headers: { cookie },
        },
      )
        .then(async (answer) => (answer.ok ? await answer.json() : null))
        .catch(() => null)
      // The line will say `ready` again once there is a server.
      if (!page) return
      for (const message of page.messages)
        if (message.position > (this.messages.at(-1)?.position ?? 0)) this.take(message)
      if (!page.hasNewer) return
    }
  }
}
