/** The names of clubs as devices write them, and as we show them. Pure. */

const clubNames: readonly [RegExp, (digits: string) => string][] = [
  [/^(d|dr|drv|driver|1 ?w(ood)?|w(ood)? ?1|mini driver)$/, () => 'Driver'],
  [
    /^(\d{1,2}) ?(w|fw|wd|wood|fairway( wood)?)$|^(w|fw|wood|fairway( wood)?) ?(\d{1,2})$/,
    (n) => `${n} wood`,
  ],
  [
    /^(\d{1,2}) ?(h|hy|hyb|hybrid|u|ut|utility|rescue)$|^(h|hy|hyb|hybrid|u|ut|utility|rescue) ?(\d{1,2})$/,
    (n) => `${n} hybrid`,
  ],
  [/^(\d{1,2}) ?(i|ir|iron|di|driving iron)$|^(i|ir|iron) ?(\d{1,2})$/, (n) => `${n} iron`],
  [/^(pw|p|pitching ?wedge|pitch(ing)?|wedge pw)$/, () => 'Pitching wedge'],
  [/^(gw|aw|uw|gap ?wedge|approach ?wedge|attack ?wedge|utility ?wedge)$/, () => 'Gap wedge'],
  [/^(sw|sand ?wedge|sand)$/, () => 'Sand wedge'],
  [/^(lw|lob ?wedge|lob)$/, () => 'Lob wedge'],
  [/^([4-6]\d) ?(w|wedge|deg|degrees?|degree wedge)?$|^(w|wedge) ?([4-6]\d)$/, (n) => `${n}° wedge`],
  [/^(pt|putt|putter)$/, () => 'Putter'],
  [/^(ot|other|unknown)$/, () => 'Other club'],
]

/** The usual name of a club; null when none of the names is known. */
export function knownClub(written: string): string | null {
  const plain = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    // The loft of a wedge that has a name: `PW 46`.
    .replace(/^([pgausl]w|[a-z]+ ?wedge) \d\d$/, '$1')
  // Lofts come first: `56w` is a wedge, not a wood.
  const digits = /\d+/.exec(plain)?.[0] ?? ''
  const names = Number(digits) >= 40 ? clubNames.toReversed() : clubNames
  return names.find(([pattern]) => pattern.test(plain))?.[1](digits) ?? null
}

/** Normalizes a club's name across devices: `7I`, `7 Iron` and `Iron 7` become `7 iron`. */
export const tidyClub = (written: string): string => knownClub(written) ?? written.trim().slice(0, 40)
