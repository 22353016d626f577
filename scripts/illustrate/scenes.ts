import type { Scene } from './scene.ts'
import { firstScenes } from './scenes-first.ts'
import { secondScenes } from './scenes-second.ts'
import { thirdScenes } from './scenes-third.ts'

/** The fifty covers in order: cover 1 is the first. */
export const scenes: readonly Scene[] = [...firstScenes, ...secondScenes, ...thirdScenes]
