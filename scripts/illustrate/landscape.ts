import { finish } from './finish.ts'
import type { Look } from './layout.ts'
import { avenue } from './layout-avenue.ts'
import { burn } from './layout-burn.ts'
import { cliffs } from './layout-cliffs.ts'
import { desert } from './layout-desert.ts'
import { hilltop } from './layout-hilltop.ts'
import { lagoon } from './layout-lagoon.ts'
import { lakeside } from './layout-lakeside.ts'
import { links } from './layout-links.ts'
import { sands } from './layout-sands.ts'
import { terraces } from './layout-terraces.ts'
import { valley } from './layout-valley.ts'
import type { LayoutName, Scene } from './scene.ts'
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
