declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * By default zod tests whether it may compile functions with `eval`. Our content security policy forbids
 * that, and a browser reports the attempt, so it is disabled in advance without loading zod.
 * https://zod.dev/api#configuration
 */
export function parseWithoutEval(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
