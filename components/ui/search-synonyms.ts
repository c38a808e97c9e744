/** Synonyms for the search. A word may be in several groups. */
export const synonyms: readonly (readonly string[])[] = [
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

/** Words that do not count in a search. */
export const commonWords =
  'a about after all also am an and any are arent as at be because been being but by can cannot cant ' +
  'could did didnt do does doesnt doing dont each for from had has have having he her hers him his how ' +
  'i id if ill im in into is isnt it its itself ive just like may me might more most much my no nor not ' +
  'of off on one ones only onto or other our ours out over own she should so some such than that thats ' +
  'the their theirs them themselves then there theres these they this those to too under until up upon ' +
  'us very was wasnt we were what whats when where which while who whom whose why will with without ' +
  'would you your yours per'
