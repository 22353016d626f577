/**
 * Registers the service worker, which makes the site installable and shows an offline page. Waits until the
 * page has loaded; does nothing in browsers without service workers. Production only: a development server
 * changes its files.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
