declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * zod makes functions of text where it may, and tries whether it may. Our pages allow no such thing, and a browser reports the
 * try; so zod is told beforehand, without loading it. https://zod.dev/api#configuration
 */
export function parseWithoutEval(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
