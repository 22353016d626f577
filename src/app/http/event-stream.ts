/** One open line of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface EventStream {
  response: Response
  send(event: string, data: string): void
  /** What has to be read first; what is sent after it waits, so that order is kept. Null sends nothing. */
  sendLater(event: string, read: () => Promise<string | null>): void
  /** @param retryMs when the browser should come back, in milliseconds; it decides itself when left out */
  close(retryMs?: number): void
}

const HEARTBEAT_MS = 20_000
/** Events a listener may be behind; one that reads no more is let go, comes back and asks for what it missed. */
const BEHIND_AT_MOST = 500

const encoder = new TextEncoder()
const heartbeat = encoder.encode('event: heartbeat\ndata: \n\n')

/** @param onEnd called once, whichever side closes */
export function openEventStream(onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let reading: Promise<void> | null = null
  let behind = 0

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      cancel: end,
    },
    { highWaterMark: BEHIND_AT_MOST },
  )
  const beat = setInterval(() => write(heartbeat), HEARTBEAT_MS)
  beat.unref()

  function end() {
    if (!controller) return
    controller = null
    clearInterval(beat)
    onEnd()
  }

  function close(retryMs?: number) {
    const closing = controller
    if (retryMs !== undefined) closing?.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
    end()
    try {
      closing?.close()
    } catch {
      // Closed from the other side at the same moment.
    }
  }

  function write(bytes: Uint8Array) {
    if (!controller) return
    if ((controller.desiredSize ?? 0) <= 0) return close()
    controller.enqueue(bytes)
  }

  function send(event: string, data: string) {
    const bytes = encoder.encode(`event: ${event}\ndata: ${data}\n\n`)
    if (!reading) return write(bytes)
    later(async () => write(bytes))
  }

  function later(work: () => Promise<void>) {
    if (++behind > BEHIND_AT_MOST) return close()
    const mine = (reading ?? Promise.resolve()).then(work).finally(() => {
      behind--
      if (reading === mine) reading = null
    })
    reading = mine
  }

  return {
    response: new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    }),
    send,
    sendLater(event, read) {
      later(async () => {
        const data = await read().catch(() => undefined)
        // What could not be read is asked for by the listener, as after a lost line.
        if (data === undefined) write(encoder.encode('event: change\ndata: reconnected\n\n'))
        else if (data !== null) write(encoder.encode(`event: ${event}\ndata: ${data}\n\n`))
      })
    },
    close,
  }
}
