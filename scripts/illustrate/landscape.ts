import { finish } from './details.ts'
import type { Look } from './layout.ts'
import { burn, desert, sands, terraces } from './layouts-dry.ts'
import { avenue, hilltop, lakeside, valley } from './layouts-inland.ts'
import { cliffs, lagoon, links } from './layouts-shore.ts'
import type { LayoutName, Scene } from './scenes.ts'
import { newStage, type Stage } from './stage.ts'

const layouts: Record<LayoutName, (stage: Stage, look: Look) => void> = {
  valley,
  lakeside,
  avenue,
  hilltop,
  links,
  cliffs,
  lagoon,
  desert,
  sands,
  terraces,
  burn,
}

/**
 * Draws one landscape of 800 x 600 pixels.
 * @param seed the same seed and scene give the same SVG, byte for byte
 */
export function drawLandscape(scene: Scene, seed: string): string {
  const stage = newStage({ ...scene, seed })
  layouts[scene.layout](stage, scene)
  return finish(stage)
}
