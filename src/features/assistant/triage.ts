/**
 * What is a person's business from the first word on. Decided before any assistant is asked, by words alone: no answer,
 * however clever, should come between these students and their coach.
 */
const personalMatters = ['person', 'injury', 'refund', 'complaint', 'abuse'] as const

export type PersonalMatter = (typeof personalMatters)[number]

const patterns: Record<PersonalMatter, RegExp> = {
  person:
    /\b(talk|speak|chat|connect me|put me through|transfer me|hand me over)\b.{0,25}\b(person|human|coach|someone|somebody|you directly|directly|instructor|staff)|\b(want|need|prefer|like|give me|get me|let me have|rather have|please)\b.{0,30}\b(a human|human being|real person|actual person|live person|an? agent|representative|operator)|\b(have|let|ask|tell|get) (the |my )?coach\b.{0,30}\b(call|answer|reply|respond|contact|message|write|get back)|\b(coach|instructor)\b.{0,20}\b(herself|himself|personally|in person)|^\W*(human|agent|real person|representative|operator)\W*$|\b(stop|no more|turn off|switch off|enough)\b.{0,20}\b(bot|bots|ai|auto(matic)?|robot|caddie)\b|\bnot (to )?(a )?(bot|robot|machine|ai)\b/i,
  injury:
    /\b(injur(y|ed|ies)|hurts?|hurting|pain(ful)?|sore|aches?|surger(y|ies)|operation|(bad|lower|my) back|herniat\w*|tendon\w*|sprain(ed)?|fractur\w*|pregnan\w*|heart (attack|condition|problem|surgery)|pacemaker|dizz(y|iness)|physio\w*|rehab|concussion|medications?|arthritis|(hip|knee) replacement|(bad|my) (knee|hip|shoulder|wrist|elbow|neck)|golfer'?s elbow|epilep\w*|seizures?|suicid\w*|kill myself)\b/i,
  refund:
    /\b(refund (me|my|please|now)|want (my|a|the) (money|refund)|need (my|a) refund|my money back|charge ?back|dispute|charged (me )?(twice|two times|again|double)|double[- ]charged|overcharged|where('s| is) my (refund|money)|still (no|waiting for) (my |a )?refund|refund (hasn't|has not|never|didn't)|give me (my|a) (money|refund)|you owe me)\b/i,
  complaint:
    /\b(complain(t|ing)?|terrible|awful|horrible|worst|rude|unprofessional|scam(mer|med)?|rip[- ]?off|ripped off|fraud|disappoint(ed|ing)|unacceptable|lawyer|sue you|legal action|report (him|her|you|this coach)|harass\w*|(didn't|did not|never) show( up)?|stood me up|wasted my|furious|angry|inappropriate(ly)?|touched me|unsafe|very late|was late)\b/i,
  abuse:
    /\b(fuck\w*|shit(ty|head)?|bitch\w*|cunt|asshole|idiots?|moron|kill yourself|whore|slut|retard(ed)?|sexy|nudes?|naked|hook up with|sleep with)\b/i,
}

/** An `if` asks what would be, which the terms answer. */
const isHypothetical = /\b(if|policy|policies|would i|in case)\b/i

/** The matter a student's words are about that no assistant answers; null for all the rest. */
export function triage(text: string): PersonalMatter | null {
  const words = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[’‘]/g, "'")
  const found = personalMatters.find((matter) => patterns[matter].test(words))
  if (found === 'refund' && isHypothetical.test(words) && !/\b(dispute|charged|owe)\b/i.test(words))
    return null
  return found ?? null
}
