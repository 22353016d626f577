import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.ts'

test.each(['otpauth://totp/Greenside:sam%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Greenside', 'a'])(
  'a camera can read %s from the drawn code',
  (text) => {
    const { size, path } = drawQrCode(text)
    const scale = 4
    const side = size * scale
    const data = new Uint8Array(side * side * 4).fill(255)
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g).map((run) => run.map(Number)))
      for (let row = 0; row < scale; row++) {
        const from = ((Number(y) * scale + row) * side + Number(x) * scale) * 4
        for (let i = from; i < from + Number(width) * scale * 4; i += 4) data.fill(0, i, i + 3)
      }
    expect(decodeQR({ width: side, height: side, data })).toBe(text)
  },
)
