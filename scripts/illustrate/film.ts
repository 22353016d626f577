import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawHeroBack, drawHeroFront, heroSize } from './hero.ts'
import { drawHeroAir, drawHeroGrass } from './hero-motion.ts'
import { ink } from './print.ts'

const frames = 192
const rate = 24

/**
 * One frame of the hero, finished, as PNG.
 * @param time 0..1 through the loop
 * @param scale 1 is 1280 x 720
 */
export async function heroFrame(time: number, scale = 1): Promise<Buffer> {
  return (await painter(scale))(time)
}

/** Films the loop: `hero.mp4` (H.264) and `hero.webm` (VP9) in the folder, 8 s, 24 frames a second, no sound. Needs ffmpeg. */
export async function filmHero(folder: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'hero-'))
  const master = join(work, 'master.mkv')
  const size = `${heroSize.width}x${heroSize.height}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(rate), '-i', '-']
  const tags = [
    '-pix_fmt',
    'yuv420p',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ]
  const toYuv = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', ...tags]
  const ffmpeg = start([...input, ...toYuv, '-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', master])
  const paint = await painter(1)
  for (let i = 0; i < frames; i++) {
    const pixels = await sharp(await paint(i / frames))
      .raw()
      .toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  await finished(ffmpeg)
  const x264 = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '21',
    '-profile:v',
    'high',
    '-tune',
    'animation',
    '-movflags',
    '+faststart',
  ]
  await finished(start(['-i', master, ...tags, ...x264, '-an', join(folder, 'hero.mp4')]))
  const vp9 = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '31',
    '-row-mt',
    '1',
    '-cpu-used',
    '2',
    '-passlogfile',
    join(work, 'vp9'),
  ]
  await finished(start(['-i', master, ...tags, ...vp9, '-pass', '1', '-an', '-f', 'null', '-']))
  await finished(start(['-i', master, ...tags, ...vp9, '-pass', '2', '-an', join(folder, 'hero.webm')]))
  await rm(work, { recursive: true })
}

async function painter(scale: number): Promise<(time: number) => Promise<Buffer>> {
  const raster = (svg: string) =>
    sharp(Buffer.from(svg), { density: 72 * scale })
      .png({ compressionLevel: 0 })
      .toBuffer()
  const [back, front] = [await raster(drawHeroBack()), await raster(drawHeroFront())]
  return async (time) => {
    const layers = [await raster(drawHeroAir(time)), front, await raster(drawHeroGrass(time))]
    const whole = sharp(back).composite(layers.map((input) => ({ input })))
    return (await ink(await whole.png({ compressionLevel: 0 }).toBuffer()))
      .png({ compressionLevel: 0 })
      .toBuffer()
  }
}

function start(args: readonly string[]) {
  return spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

async function finished(child: ReturnType<typeof start>): Promise<void> {
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
