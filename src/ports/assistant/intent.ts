/** The intents of a student's message, in the order in which they are answered. */
const intents = [
  'injection',
  'contact',
  'identity',
  'other_coach',
  'bargain',
  'price',
  'several_lessons',
  'payment',
  'duration',
  'cancellation',
  'weather',
  'place',
  'home_visit',
  'launch_monitor',
  'reviews',
  'experience',
  'audience',
  'notice',
  'availability',
  'how_to_book',
  'swing',
  'unknown_detail',
  'off_topic',
  'thanks',
  'greeting',
] as const

export type Intent = (typeof intents)[number]

const patterns: Record<Intent, RegExp> = {
  injection:
    /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|rules?|guidelines?|prompts?|above|previous|policy|restrictions)\b|system prompt|\bsystem\s*:|<\/?(system|instructions?|assistant)|\[\/?inst\]|developer mode|jailbreak|\bdan mode\b|you are now|from now on you|\b(pretend|act as|role-?play)\b|repeat after me|(reveal|print|show|output) (me )?(your|the) (\w+ )?(instructions|prompt|rules|configuration|key|secret)|api key|base64|\b(as|i am|i'm) (an? |the )?(admin|administrator|developer|owner|greenside (staff|support|team))\b|say (exactly|the following|that|only)|reply (only )?with|\bsudo\b|drop table|###/i,
  contact:
    /\b(phone|cell|mobile) ?(number|#)|\bphone\b|\bcall (you|her|him|the coach)\b|\btext (you|her|him)\b|\be-?mail\b|whats ?app|instagram|\binsta\b|facebook|telegram|\bnumber\b.{0,15}\b(reach|call|text)|(off|outside) (the )?(platform|app|site|greenside)|\b(venmo|zelle|cash ?app|paypal|cash|crypto|bitcoin|check directly|pay (you|her|him) direct)/i,
  identity:
    /\b(are you|is this|am i (talking|speaking|chatting)).{0,30}\b(bot|robot|ai|human|real|person|automated|machine|assistant)\b|who (are|is) (you|this)|what are you\b/i,
  other_coach:
    /\b(other|another|different|better|cheaper) (coach|instructor|pro|teacher)|competitors?\b|(compare|recommend).{0,30}\b(coach|instructor)/i,
  bargain:
    /\b(discount|deal|cheaper|lower (the )?price|best price|negotiat|haggle|knock off|price match|promo|coupon|voucher|special offer|on sale|for free|free (lesson|trial|session|of charge)|student rate|senior rate|military|half price|too expensive|too much|price (reduction|break))|% off|\bcan you do \$?\d+|would you (take|accept) \$?\d+|\b(?<!dress )code\b/i,
  price: /\b(how much|cost|costs|price|prices|pricing|rate|rates|fee|fees|charge|expensive|\$\d+)\b|\$\s?\d/i,
  several_lessons:
    /\b(package|bundle|series of|block of|(\d{1,2}|two|three|four|five|six|eight|ten) (\w+ )?(lessons|sessions)|several lessons|weekly lessons|regular lessons)\b/i,
  payment:
    /\b(how (do|can|would) i pay|pay(ment)? (by|with|method|options?)|credit card|debit|apple pay|invoice|when do i pay|deposit|pay (in advance|upfront|on site|at the))/i,
  duration:
    /\b(how long (is|are|does|do)|lesson lengths?|length of|how many minutes|duration|half[- ]hour lesson|\d{2,3}[- ]?min(ute)?s?\b.{0,20}\b(offer|available|possible|do you (do|have))|(offer|do you (do|have)|possible).{0,25}\d{2,3}[- ]?min)/i,
  cancellation:
    /\b(cancel|cancell?ation|cancelling|refund policy|can't make it|cannot make it|if i('m| am) sick|money back|no[- ]show|reschedul|move (my|the|a) lesson|postpone)/i,
  weather:
    /\b(what (happens|about|if)|if|when|in case|in the|because of|due to|do (we|you|i|lessons)( still)?|is it (still )?on|cancel\w*)\b.{0,40}\b(rain|storm|thunder|lightning|snow|weather|wet|freez)\w*|\b(rain|weather) ?(check|policy|policies)\b/i,
  place:
    /\b(where|address|location|located|which (course|club|range|facility)|what (course|club|range|facility)|directions?|how (do|can) i get (there|to)|zip|near me|far (is|from)|teach at)\b/i,
  home_visit:
    /\b(come to (me|us|my|our)|my (home|house|club|course|backyard)|travel to|at my (place|club)|meet (me )?at)\b/i,
  launch_monitor:
    /launch monitor|track ?man|gc ?quad|flight ?scope|foresight|sky ?trak|rapsodo|simulator|ball (speed|flight) data|swing data|spin rate/i,
  reviews:
    /\b(reviews?|ratings?|rated|stars?|testimonials?|feedback|what do (people|students) (say|think)|any good|is (she|he) good)\b/i,
  experience:
    /\b(experience|experienced|qualif|certif|credentials?|pga|lpga|licensed|background|how long (have|has) .{0,20}(coach|teach|been)|years? (of )?(coaching|teaching)|bio|speciali[sz]e|specialt|about (you|the coach)|tell me about)\b/i,
  audience:
    /\b(juniors?|kids?|child(ren)?|sons?|daughters?|grand(son|daughter|kid|child)\w*|year[- ]olds?|teen(ager)?s?|left[- ]?hand(ed|er|ers)?|lefty|lefties|southpaws?|beginners?|never (played|held|golfed)|newbies?|novices?|new to golf|start(ing)? (out|golf)|seniors?|ladies|women|disab|wheelchair|adaptive|advanced|single[- ]digit|handicap)\b/i,
  notice:
    /\b(how far (ahead|in advance|out)|in advance|last[- ]minute|short notice|how (early|soon|late) (can|do|should|must)|same[- ]day|notice)\b/i,
  availability:
    /\b(availab|open(ings?|ing)?\b|free (on|at|this|next|tomorrow|today|any|sometime)|are you free|slots?|times?\b|schedule|when can|when (is|are|would)|any(thing| time)? (on|this|next|tomorrow|today)|fit me in|squeeze me in|next (appointment|opening|slot)|earliest|soonest|book(ing)? (me|a|for|on|in|lesson|the)|reserve|appointment|(i'd|i would|i want|can i|could i|may i|let's|let us|like to) .{0,30}\b(book|come|lesson|schedule)|how about|works? for (me|you)|does .{0,20} work)/i,
  how_to_book:
    /\bhow (do|can|would|does|to) .{0,20}\b(book|booking|sign up|reserve|schedule)|how does (it|this|booking) work|instant book/i,
  swing:
    /\b(slic(e|ing)|hook(ing)?|shank|top(ping)? (the|my) ball|fix my|my (swing|driver|putting|chipping|irons|grip|backswing|short game)|hit (it )?(farther|further|longer|straight)|add distance|swing (tip|advice|speed)|which (driver|club|clubs|ball|putter|shaft) (should|do))\b/i,
  unknown_detail:
    /\b(park(ing)?|rain|weather|wet|cold|covered|indoor|heated|restroom|bathroom|food|restaurant|bar|rent(al)?|borrow|bring (my )?(own )?clubs|provide (clubs|balls)|clubs? (provided|included)|range balls|balls included|locker|shower|dress code|what (should|do) i (wear|bring)|shoes|gift|certificate|voucher|group|friend|wife|husband|couple|playing lesson|on[- ]course|video|record(ing)?|homework|fitness|tax|receipt|insurance|language|speak|spanish|dog|wifi|wheelchair|age|school|clinic|camp|tournament)\b/i,
  off_topic:
    /\b(capital of|recipe|poem|haiku|python|javascript|code for|write (me )?(a|an|some) (poem|essay|story|song|code|script|email)|president|election|stock|movie|football|basketball score|translate|joke|homework help|meaning of life|who won|news|horoscope|math|solve|calculate)\b|\d+\s*[*x×+]\s*\d+/i,
  thanks:
    /\b(thanks?|thank you|thx|appreciate|perfect|great|awesome|cheers|see you|looking forward|sounds good)\b/i,
  greeting: /\b(hi|hello|hey|good (morning|afternoon|evening|day)|howdy|yo|hiya|greetings)\b/i,
}

/**
 * Returns all intents of one question, in the order in which they are answered. Greetings and thanks count
 * only when the text contains nothing else.
 */
export function recognizeIntents(text: string, coachLabel: string): Intent[] {
  const words = text.replace(/[’‘]/g, "'").normalize('NFKC')
  const found = new Set(intents.filter((intent) => patterns[intent].test(words)))
  if (!isPoliteOnly(words, coachLabel)) for (const intent of politeIntents) found.delete(intent)
  const other = [...words.matchAll(/\b[Cc]oach (\p{Lu}\p{Ll}+)/gu)].some(
    ([, name]) => name && !coachLabel.toLowerCase().split(' ').includes(name.toLowerCase()),
  )
  if (other) found.add('other_coach')
  drop(found, 'bargain', ['price', 'payment'])
  drop(found, 'price', ['duration'])
  drop(found, 'several_lessons', ['duration'])
  drop(found, 'contact', ['payment'])
  drop(found, 'cancellation', ['availability', 'notice', 'how_to_book'])
  // The weather policy covers refunds; a roof or a heater is a different question.
  if (found.has('weather') && !roof.test(words)) drop(found, 'weather', ['unknown_detail'])
  drop(found, 'weather', ['cancellation', 'availability'])
  return intents.filter((intent) => found.has(intent))
}

const roof = /\b(covered|indoor|heated|roof|inside|simulator)\b/i

/** The intents that need no answer given the other intents of the same message. */
export function ignoredBeside(found: ReadonlySet<Intent>): ReadonlySet<Intent> {
  if (!found.has('injection')) return new Set()
  return new Set<Intent>(['off_topic', 'identity', 'how_to_book', 'unknown_detail'])
}

export const politeIntents: readonly Intent[] = ['thanks', 'greeting']

const DAY =
  '(?:(?:on|this|next) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|then|there|soon|later'
/** Phrases that only open or close a message, longest first. */
const politePhrases = new RegExp(
  [
    'good (?:morning|afternoon|evening|day)|greetings|hiya|hello|howdy|hey|hi|yo|dear',
    "(?:i )?hope (?:you(?:'re| are) (?:(?:doing|all) )*well|this finds you well)|how(?:'s it going| are you(?: doing)?(?: today)?)",
    'nice to (?:meet|e-?meet) you|(?:i )?have (?:a|one|two|some|a few|a couple(?: of)?) (?:quick )?questions?(?: for you)?|(?:just )?(?:a )?quick question',
    'thank(?:s| you)(?: (?:so|very) much| a lot| a bunch| again| in advance| for (?:your|the) (?:time|help|info|information|answer|reply))*|thx|many thanks',
    '(?:i )?(?:really )?appreciate (?:it|that|your (?:time|help))|cheers',
    String.raw`see you(?: (?:${DAY}))*(?: at \d{1,2}(?::\d\d)?(?: ?[ap]m)?)?|looking forward(?: to (?:it|(?:meeting|seeing|hearing from) you|(?:our|the|my) lesson))?|talk (?:to you )?soon`,
    'have a (?:nice|great|good) (?:day|one|evening|weekend)|(?:best|kind|warm) (?:regards|wishes)|regards|best|sincerely',
    "that(?:'s| is| was)?(?: all)?(?: i need(?:ed)?)?|sounds (?:good|great)|got it|no problem|will do|you too|ok(?:ay)?|alright|sure|yes|cool|nice|perfect|great|awesome|wonderful|lovely|excellent",
    "(?:so|very|really|all|everyone|folks|there|coach|sir|ma'?am|again|and|for|the|your|you|help|answers?|info|information)",
  ]
    .join('|')
    .replace(/^/, String.raw`(?<![\p{L}'])(?:`)
    .replace(/$/, String.raw`)(?![\p{L}'])`),
  'giu',
)

/**
 * True for text that only greets, thanks or says goodbye, with or without the coach's name: `Hi Coach Maya!`,
 * `Great, thank you`.
 * @param coachLabel how the coach is referred to, `Coach Maya`
 */
export function isPoliteOnly(text: string, coachLabel: string): boolean {
  const names = new Set(coachLabel.toLowerCase().split(/\s+/))
  const rest = text
    .replace(/[’‘]/g, "'")
    .replace(politePhrases, ' ')
    .match(/[\p{L}\p{N}']+/gu)
  return (rest ?? []).every((word) => names.has(word.toLowerCase().replace(/'s$/, '')))
}

function drop(found: Set<Intent>, when: Intent, others: Intent[]) {
  if (!found.has(when)) return
  for (const other of others) found.delete(other)
}

const commonWords: Record<string, RegExp> = {
  spanish:
    /\b(hola|cuánto|cuanto|cuesta|clases?|lecci[oó]n(es)?|dónde|donde|cuándo|cuando|puedo|tiene|para|gracias|quiero|buenos|está|qué|mañana|precio)\b/giu,
  french:
    /\b(bonjour|combien|co[uû]te|le[cç]ons?|cours|où|quand|puis-je|merci|je|voudrais|pour|avec|vous|est-ce)\b/giu,
  german:
    /\b(hallo|wie|viel|kostet|stunde|wo|wann|kann|ich|danke|möchte|für|und|ein|eine|haben|sie|golfstunde)\b/giu,
  portuguese: /\b(olá|quanto|custa|aula|aulas|onde|quando|obrigado|você|gostaria|uma|não)\b/giu,
  italian: /\b(ciao|quanto|lezione|lezioni|dove|posso|grazie|vorrei|buongiorno|una)\b/giu,
}

const asksForTimes =
  /\b(availab|opening|slots?|earliest|soonest|when can|when (is|are)|free (on|at|this|next|tomorrow|today|any)|any time|what times?|schedule|reserve)/i

/** True for text that asks for times, not only for a lesson. */
export const wantsTimes = (text: string): boolean => asksForTimes.test(text)

/** True for a text that is most likely not English: another script, or several words of another language. */
export function isForeignLanguage(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters >= 4 && latin / letters < 0.7) return true
  return Object.values(commonWords).some((words) => new Set(text.toLowerCase().match(words) ?? []).size >= 2)
}
