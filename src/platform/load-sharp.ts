/** The library that decodes and draws pictures. It is loaded with the first one: most processes see none (decision 0064). */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Our own process has two cores to serve pages from, too; one picture need not take both.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
