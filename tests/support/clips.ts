import { createHttpApp } from '#app/http/app.ts'
import type { testProduct, Visitor } from './product.ts'
import { ask } from './talks.ts'

type Product = ReturnType<typeof testProduct>
export interface ClipPair {
  instructorId: string
  studentId: string
  golferId?: string | null
}

/** Begins an upload. @returns its address */
export async function beginClip(
  person: Visitor,
  pair: ClipPair,
  bytes: number,
  title = 'Driver, down the line',
) {
  return await person.post('/api/clip-uploads', { ...pair, title, bytes })
}

/** Sends bytes from an offset on, as the tus protocol wants it. */
export const sendPart = (
  product: Product,
  person: Visitor,
  address: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
) =>
  ask(product, person, address, {
    method: 'PATCH',
    body: part,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(part.length),
    },
  })

/** How many bytes of an upload have arrived. */
export async function arrived(product: Product, person: Visitor, address: string) {
  const answer = await ask(product, person, address, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  })
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset') ?? -1) }
}

/** Uploads a clip whole. @returns what finishing it answers */
export async function addClip(
  product: Product,
  person: Visitor,
  pair: ClipPair,
  bytes: Uint8Array<ArrayBuffer>,
  title?: string,
) {
  const begun = await beginClip(person, pair, bytes.length, title)
  if (begun.status !== 201) throw new Error(`no upload: ${begun.text}`)
  const sent = await sendPart(product, person, begun.json.address, 0, bytes)
  if (sent.status !== 204) throw new Error(`not sent: ${sent.status} ${sent.text}`)
  return await person.post(`/api/clip-uploads/${begun.json.uploadId}/clip`)
}

/** The bytes of an upload from a line that breaks in the middle. */
export async function sendBroken(
  product: Product,
  person: Visitor,
  address: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
  total: number,
) {
  const app = createHttpApp(product.services, () => new Response('page'))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(part)
    },
    async pull(controller) {
      await new Promise((later) => setTimeout(later, 20))
      controller.error(new Error('the line is cut'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PATCH',
    body,
    duplex: 'half',
    headers: {
      ...(person.cookie ? { cookie: person.cookie } : {}),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(total),
    },
  }
  return await app.request(`http://greenside.test${address}`, init)
}
