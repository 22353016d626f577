/** The offline page loads what was asked for as soon as there is a network, and tries from time to time while the server is out of reach. */
window.addEventListener('online', () => window.location.reload())
setInterval(() => navigator.onLine && window.location.reload(), 10_000)
