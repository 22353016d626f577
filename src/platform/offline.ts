/**
 * Lets the browser install the site and show a page of ours without a line. Waits until the page has everything else;
 * a browser that can't or may not have workers goes without. Only in production: a development server changes its files.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
