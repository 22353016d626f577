/** Subjects on which only sentences built from the facts are allowed, verbatim. */
const exactSubjects: Record<string, RegExp> = {
  // Whether a "yes" is true depends on the question, which is not checked here.
  consent:
    /^\W*(yes|yeah|yep|yup|sure|of course|absolutely|certainly|definitely|no problem|ok(ay)?|deal|done|agreed|correct|right|fine|great|good choice|exactly|indeed)\b|\b(accept|allow|agree|you (can|may|could)|entitled|that('s| is) (right|fine|ok|true|correct|possible)|it is (right|fine|ok|true|correct|possible)|as you (wish|say|ask)|always|never|(nothing|zero)(?! is open))\b/i,
  terms: /\b(refund|cancel|money[- ]back|reschedul|penalt|polic|no[- ]shows?\b|deposit|fees?\b|insur|liab)/i,
  favour:
    /\b(discount|free\b|complimentary|gratis|no (charge|cost)|on the house|coupon|promo|voucher|codes?\b|deals?\b|half[- ]price|half off|bargain|cheap|bonus|gift|cash ?back|waive|special (price|offer|rate)|lower price|off (your|the|a)\b)/i,
  deed: /\b(booked|reserved?|held|holding|confirmed?|charged|guarantee|promis|scheduled|saved|locked in|secured|approved|blocked off|penciled|added you|signed you up|i('ve| have) (told|asked|sent|emailed|called|let))/i,
  place:
    /\b(parking|park\b|valet|restaurant|bar\b|locker|shower|restroom|indoor|covered|heated|wi-?fi|wheelchair|your (home|house|place)|gate|street|avenue|road|highway|exit)/i,
  equipment:
    /\b(rentals?|rent\b|clubs?\b|range balls?|balls?\b|equipment|shoes|gloves?|track ?man|gc ?quad|flight ?scope|foresight|sky ?trak|rapsodo|launch monitors?|simulators?)\b/i,
  people: /\b(left[- ]?hand|lefty|juniors?|kids?|child|teens?|beginners?|seniors?|ladies|women|adaptive)/i,
  merit:
    /\b(pga|lpga|tpi|usgtf|certif|licen[sc]ed|champion|award|degree|tour player|former pro|years?|reviews?|stars?|rated|ratings?|best|number one|top|world[- ]class|background check)\b/i,
  health:
    /\b(doctor|diagnos|injur|pain|medic|ibuprofen|surgery|therap|stretch|exercise|dose|health|safe for)/i,
  notice: /\b(ahead|in advance|notice|last[- ]minute|up to)\b/i,
  payment: /\b(pay|payment|venmo|zelle|paypal|cash|crypto|bitcoin|wire|bank|card|cvv|invoice|tip)\b/i,
  inside:
    /\b(system prompts?|prompts?|instructions?|instructed|api|keys?|passwords?|secrets?|tokens?|developer|jailbreak|language model|openai|anthropic|gpt|claude|unrestricted|ignore|pretend|dan)\b/i,
  person:
    /\b(i am|i'm|this is|as) (a |an |the )?(real |actual )?(human|person|coach|instructor|owner|manager|admin)/i,
  others: /\b(other|another|different|better) (coach|instructor|pro|teacher|site|app|platform)/i,
  contact:
    /\b(call|text|email|e-mail|phone|reach|dm|message) (me|her|him|us|them|at|on)\b|\b(whats ?app|instagram|telegram|facebook|snapchat|signal|off[- ]platform|outside (of )?(greenside|the (app|site)))\b/i,
}

/** Lists the subjects in a sentence that require exact wording. */
export function wordForWord(sentence: string): string[] {
  return Object.keys(exactSubjects).filter((subject) => exactSubjects[subject]?.test(sentence))
}

const digitWords = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)'
const forbidden: [string, RegExp][] = [
  // Line breaks are allowed; bidirectional, invisible and control characters are not.
  ['hidden', /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u],
  ['contact', /@|\b\w+ ?\(?(?:at|dot)\)? ?\w+ ?\(?dot\)? ?(?:com|net|org|io)\b|\bdot (?:com|net|org)\b/i],
  ['contact', /(?:\d[\s().+-]*){7,}/],
  ['contact', new RegExp(`(?:\\b${digitWords}\\b[\\s,-]*){5,}`, 'i')],
  ['link', /[a-z][a-z0-9+.-]*:\/\/|\b(?:javascript|data|mailto|tel|sms):|\bwww\.|\/\/\w/i],
  [
    'link',
    /\b[\w-]+\.(?:com|net|org|io|co|app|me|ly|link|xyz|dev|golf|shop|info|biz|us|gg|site|online|store|ru|cn|uk|de)\b/i,
  ],
  ['markup', /[<>[\]{}`|\\~^]|\*\*|__|^#|&(?:#\w+|lt|gt|amp|quot);/m],
]
const ownPages = /^\/(?:lessons|support|help|inbox|instructor\/[0-9a-f-]{36})\/?$/

/**
 * Finds content that is forbidden in any message, regardless of its author: contact details, links to other
 * sites, markup, hidden characters.
 */
export function forbiddenAnywhere(text: string): string[] {
  const plain = text.normalize('NFKC')
  const found = new Set<string>()
  for (const [what, pattern] of forbidden) if (pattern.test(plain) || pattern.test(text)) found.add(what)
  for (const [path] of plain.matchAll(/(?<![\w/])\/[\w/%?=&.-]*\w/g))
    if (!ownPages.test(path)) found.add('link')
  return [...found]
}

const capitalisedAnyway = new Set(
  'i ai caddie greenside est edt cst cdt mst mdt pst pdt akst akdt hst am pm monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/**
 * Lists capitalized words, except the first of the sentence, that are not names of the coach or of a place.
 */
export function unknownNames(sentence: string, names: readonly string[]): string[] {
  const known = new Set(names.flatMap(wordsOf))
  return [...sentence.matchAll(/(?<=[\p{L}\p{N},;:)'"-]\s+["'(]?)\p{Lu}[\p{L}\p{M}'’-]*/gu)]
    .map(([word]) => word.toLowerCase().replace(/['’](s|m|ve|ll|d|re)?$/, ''))
    .filter((word) => !known.has(word) && !capitalisedAnyway.has(word))
}

const everydayWords =
  /\b(the|a|an|is|are|you|i|i'm|i'll|to|for|with|of|and|it|can|this|that|these|on|at|in|your|my|or|not|yes|no|we|be|have|hello|hi|sure|thanks|please)\b/i

/**
 * Whether a sentence has only Latin letters outside of names, and at least one word that only English has.
 */
export function isPlainEnglish(sentence: string, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(wordsOf))
  const words = wordsOf(sentence)
  if (words.some((word) => !/^[a-z0-9'’-]+$/.test(word) && !known.has(word))) return false
  return words.length < 4 || everydayWords.test(sentence)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
}
