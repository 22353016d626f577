/** Describes browsers in terms that users recognize. Pure. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const machines: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'an Android phone'],
  [/\bAndroid\b/, 'an Android tablet'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bWindows\b/, 'a Windows computer'],
  [/\bLinux\b/, 'a Linux computer'],
]

/** `Chrome on a Mac`. @param userAgent the untrusted User-Agent header */
export function deviceWords(userAgent: string | null): string {
  const browser = browsers.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const machine = machines.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  if (browser && machine) return `${browser} on ${machine}`
  if (machine) return `A browser on ${machine}`
  return browser ?? 'An unknown device'
}

export const isPhoneOrTablet = (words: string) => /iPhone|iPad|Android/.test(words)
