import { constants, crc32, deflateRaw } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>

/** A drawn page, and where in it the nonce stands that its scripts carry: every answer gets another one in its place. */
export interface KeptPage {
  headers: Readonly<Record<string, string>>
  html: Bytes
  nonceLength: number
  /** Byte offsets of the nonce. */
  places: readonly number[]
  /** What lies between the nonces, each packed by itself; made when the first browser asks for it. */
  packed?: Promise<Bytes[]>
}

/** @param nonce that the page was drawn with; it was made for this page, so that nothing else in it can be the same */
export function keepPage(html: Bytes, nonce: string, headers: Record<string, string>): KeptPage {
  const places: number[] = []
  for (let at = html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, at + nonce.length)) places.push(at)
  return { headers, html, nonceLength: nonce.length, places }
}

/** The page with a nonce of its own. @throws Error when the nonce is not as long as the one it was drawn with */
export function withNonce(page: KeptPage, nonce: string): Bytes {
  if (nonce.length !== page.nonceLength) throw new Error('a nonce of another length')
  const html = Buffer.from(page.html)
  for (const at of page.places) html.write(nonce, at, 'latin1')
  return html
}

/**
 * The page with a nonce of its own, packed as gzip. What lies between the nonces was packed before and ends on a whole byte
 * (a full flush); nonces go between as they are, as stored blocks of RFC 1951. Only the checksum is reckoned anew.
 */
export async function packedWithNonce(page: KeptPage, nonce: string): Promise<Bytes> {
  page.packed ??= packPieces(page)
  const html = withNonce(page, nonce)
  const stored = Buffer.alloc(5 + nonce.length)
  stored.writeUInt16LE(nonce.length, 1)
  stored.writeUInt16LE(~nonce.length & 0xffff, 3)
  stored.write(nonce, 5, 'latin1')
  const ending = Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0])
  ending.writeUInt32LE(crc32(html), 5)
  ending.writeUInt32LE(html.length, 9)
  const pieces = (await page.packed).flatMap((piece, index) => (index === 0 ? [piece] : [stored, piece]))
  return Buffer.concat([GZIP_HEAD, ...pieces, ending])
}

/** Magic number, deflate, no flags, no time, no word about speed, an unknown system (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

async function packPieces({ html, places, nonceLength }: KeptPage): Promise<Bytes[]> {
  const starts = [0, ...places.map((at) => at + nonceLength)]
  return await Promise.all(
    starts.map((start, index) => pack(html.subarray(start, places[index] ?? html.length))),
  )
}

function pack(piece: Bytes): Promise<Bytes> {
  return new Promise((done, fail) =>
    deflateRaw(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH }, (error, packed) =>
      error ? fail(error) : done(packed as Bytes),
    ),
  )
}
