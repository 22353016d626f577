import { castShadow } from './shadow.ts'
import { type Stage, shadowLength } from './stage.ts'
import type { TreeKind, TreeOptions } from './tree.ts'
import { roundTrees } from './trees-round.ts'
import { tallTrees } from './trees-tall.ts'

/** Plants one tree with its foot at (x, y), lit from the sun's side, its shadow falling away from the sun. */
export function plant(stage: Stage, tree: TreeOptions): void {
  if (tree.shadow !== false)
    castShadow(stage, tree.x, tree.y, tree.height * widths[tree.kind], tree.height * shadowLength(stage))
  painters[tree.kind](stage, tree)
}

const widths: Record<TreeKind, number> = {
  oak: 0.62,
  spruce: 0.34,
  pine: 0.5,
  cypress: 0.16,
  palm: 0.4,
  saguaro: 0.2,
  windswept: 0.8,
  birch: 0.45,
  bush: 1.1,
}

const painters: Record<TreeKind, (stage: Stage, tree: TreeOptions) => void> = { ...roundTrees, ...tallTrees }
