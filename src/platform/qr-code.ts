import encodeQR from 'qr'

/** A QR code: its side length in modules, and the black modules as one path for an SVG of that size. */
export interface QrCode {
  size: number
  path: string
}

/** Draws a text as a QR code with a quiet zone. @throws Error for a text that is too long */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: 2, ecc: 'medium' })
  const runs = rows.flatMap((row, y) =>
    blackRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  )
  return { size: rows.length, path: runs.join('') }
}

function blackRuns(row: readonly boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = []
  for (const [x, black] of row.entries()) {
    const last = runs.at(-1)
    if (!black) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
