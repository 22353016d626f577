/**
 * Draws every picture of the product into public/: `node scripts/illustrate.ts`, or only some of them:
 * `node scripts/illustrate.ts covers portraits hero film social`. Same code, same pictures. The film needs ffmpeg.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { filmHero, heroFrame } from './illustrate/film.ts'
import { drawLandscape } from './illustrate/landscape.ts'
import { artManifest } from './illustrate/manifest.ts'
import { bleed, drawPortrait } from './illustrate/portrait.ts'
import { develop, writeInto, writeSizes } from './illustrate/print.ts'
import { scenes } from './illustrate/scenes.ts'
import { sitters } from './illustrate/sitters.ts'
import { drawMark, drawSocialLettering, socialSize } from './illustrate/social.ts'

const publicFolder = join(import.meta.dirname, '..', 'public')
const art = join(publicFolder, 'art')

const chapters: Record<string, () => Promise<void>> = {
  covers: async () => {
    for (const [index, scene] of scenes.entries()) {
      const name = `cover-${index + 1}`
      await writeSizes(await develop(drawLandscape(scene, name)), join(art, 'covers', name), [400, 800], 62)
    }
  },
  portraits: async () => {
    for (const sitter of sitters) {
      const name = `portrait-${sitter.number}`
      await writeSizes(
        await develop(drawPortrait(sitter, name), { bleed }),
        join(art, 'portraits', name),
        [160, 480],
        54,
      )
    }
  },
  hero: async () => {
    await writeSizes(sharp(await heroFrame(0, 1.25)), join(art, 'hero', 'hero'), [800, 1600], 66)
  },
  film: async () => {
    await filmHero(join(art, 'hero'))
  },
  social: async () => {
    const { width, height } = socialSize
    const scene = sharp(await heroFrame(0)).resize({ width, height, position: 'right' })
    const social = sharp(
      await scene
        .composite([{ input: Buffer.from(drawSocialLettering()) }])
        .png()
        .toBuffer(),
    )
    await writeInto(
      join(art, 'social-default.jpg'),
      await social.clone().jpeg({ quality: 86, mozjpeg: true }).toBuffer(),
    )
    await writeInto(
      join(art, 'social-default.png'),
      await social.clone().png({ palette: true, quality: 92, effort: 8 }).toBuffer(),
    )
    await writeInto(join(publicFolder, 'favicon.svg'), drawMark())
    for (const [name, size, rounded] of [
      ['icon-192', 192, true],
      ['icon-512', 512, true],
      ['apple-touch-icon', 180, false],
      // Launchers cut it to a shape of theirs: the flag stands within the circle they keep.
      ['icon-maskable-512', 512, false],
    ] as const) {
      const icon = sharp(Buffer.from(drawMark(rounded)), { density: (72 * size) / 64 }).resize(size, size)
      await writeInto(join(publicFolder, `${name}.png`), await icon.png({ compressionLevel: 9 }).toBuffer())
    }
  },
}

const asked = process.argv.slice(2)
for (const [name, draw] of Object.entries(chapters)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`drawing ${name}`)
  await draw()
}
await writeInto(join(art, 'manifest.json'), `${JSON.stringify(artManifest(), null, 2)}\n`)
