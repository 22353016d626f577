/**
 * Loads the library that decodes and draws images. It is loaded on first use, because most processes never
 * need it (decision 0064).
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One image must not occupy both of the cores that also serve pages.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
