/** The rules of every group call: a title and an explanation. */
export const callRules = [
  ['A sentence belongs to the person who started it', 'Nobody else finishes it, not even to help.'],
  ['A block is part of the turn', 'While it lasts, everyone else waits. Nobody looks away or fills it.'],
  ['How someone sounds isn’t a topic', 'Unless that person makes it one.'],
  ['What is said stays here', 'Nobody repeats it outside, and nobody records it.'],
] as const
