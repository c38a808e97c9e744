import type { Locale } from '@/lib/locales'

const english: readonly (readonly string[])[] = [
  ['stutter', 'stammer'],
  ['stuttering', 'stammering'],
  ['stutterer', 'stammerer'],
  ['stuttered', 'stammered'],
  ['mum', 'mom'],
  ['programme', 'program'],
  ['phone', 'telephone', 'phoning', 'call', 'calling', 'ring'],
  ['daf', 'delayed auditory feedback', 'delayed feedback', 'altered auditory feedback', 'aaf'],
  [
    'cbt',
    'cognitive behaviour',
    'cognitive behavioural',
    'cognitive behaviour therapy',
    'cognitive behavioural therapy',
  ],
  ['act', 'acceptance commitment', 'acceptance commitment therapy'],
  ['therapist', 'slp', 'slt', 'speech therapist', 'speech pathologist', 'pathologist', 'clinician', 'logopedist'],
  ['therapist', 'speech language pathologist', 'speech language therapist'],
  ['therapy', 'treatment', 'exercise', 'technique', 'training'],
  ['stop', 'cure', 'fix', 'heal', 'overcome', 'get rid', 'go away', 'recover', 'remedy'],
  ['medication', 'medicine', 'drug', 'pill', 'tablet', 'pharmaceutical'],
  ['anxiety', 'anxious', 'nervous', 'nerve', 'worry', 'worries', 'fear', 'afraid', 'panic', 'stress'],
  ['shame', 'ashamed', 'embarrassed', 'embarrassing', 'embarrassment'],
  ['breathing', 'breath', 'breathe'],
  ['child', 'children', 'kid', 'toddler', 'son', 'daughter', 'preschool'],
  ['teenager', 'teen', 'adolescent', 'adolescence', 'youth', 'young people', 'young person', 'school'],
  ['teacher', 'school', 'classroom', 'class', 'pupil', 'student', 'lesson'],
  ['parent', 'mother', 'father', 'mum', 'dad', 'family'],
  ['dating', 'date', 'relationship', 'romance', 'romantic', 'partner', 'girlfriend', 'boyfriend', 'telling people'],
  ['disclosure', 'disclose', 'telling people', 'say that you stutter', 'introduce', 'introducing', 'introduction'],
  ['job', 'work', 'career', 'workplace', 'employment', 'interview', 'employer', 'boss', 'colleague'],
  ['pay', 'salary', 'wage', 'earnings', 'income'],
  ['gene', 'genetic', 'hereditary', 'inherited', 'dna', 'cause'],
  ['video', 'zoom', 'webcam', 'telehealth', 'teletherapy', 'remote', 'online'],
  ['listener', 'friend', 'listen', 'support'],
  ['alexa', 'siri', 'voice assistant', 'speech recognition', 'voice menu', 'machine'],
  ['unison', 'choral', 'singing', 'sing', 'reading aloud'],
  ['price', 'cost', 'pay', 'fee', 'money', 'charge'],
  ['cancel', 'cancellation', 'unsubscribe', 'end plan'],
]

/** Synonyms for the search. A word may be in several groups. */
export const synonyms: Partial<Record<Locale, readonly (readonly string[])[]>> = { en: english }

const commonEnglish =
  'a about after all also am an and any are arent as at be because been being but by can cannot cant ' +
  'could did didnt do does doesnt doing dont each for from had has have having he her hers him his how ' +
  'i id if ill im in into is isnt it its itself ive just like may me might more most much my no nor not ' +
  'of off on one ones only onto or other our ours out over own she should so some such than that thats ' +
  'the their theirs them themselves then there theres these they this those to too under until up upon ' +
  'us very was wasnt we were what whats when where which while who whom whose why will with without ' +
  'would you your yours per'

/** Words that do not count in a search. */
export const commonWords: Partial<Record<Locale, string>> = {
  en: commonEnglish,
  es:
    'a al algo ante como con cual cuando cuanto cuanta de del desde donde e el ella ellos en entre es esa ese eso ' +
    'esta este esto hay la las le les lo los me mi mis muy no nos o para pero por porque puedo que quien se si sin ' +
    'sobre son su sus te tengo ti tu tus un una unas unos y ya yo',
  'pt-BR':
    'a ao aos as ate com como da das de dela dele do dos e ela ele em entre essa esse esta este eu foi ha isso isto ' +
    'ja la mais mas me meu minha na nao nas no nos o onde os ou para pela pelo por porque posso qual quando quanto ' +
    'que quem se sem ser seu sobre sua te tem tenho um uma umas uns voce',
  fr:
    'a ai au aux avec c ce ces cela comment d dans de des du elle en est et eux il ils j je l la le les leur lui m ' +
    'ma mais me mes moi mon n ne nos notre nous on ou par pas pour pourquoi puis qu quand que quel quelle qui s sa ' +
    'sans se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y',
  de:
    'aber alle als am an auch auf aus bei bin bis da das dass dem den der des die dies dir doch du durch ein eine ' +
    'einem einen einer eines er es fur gibt hat habe ich ihr im in ist ja kann kein keine man mein mich mir mit nach ' +
    'nicht noch nur ob oder ohne sich sie sind so uber um und uns von vor wann warum was wenn wer wie wir wird wo zu ' +
    'zum zur',
  ar:
    'ان انا او اي اين الى الا التي الذي بعد بين ثم حتى دون عن عند على غير في قد قبل كان كل كم كيف لا لكن لم لماذا ' +
    'لن له لي لها ليس ما ماذا متى مع من منذ نحن هذا هذه هل هناك هو هي و يا',
}
