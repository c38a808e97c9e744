/** One thing that goes wrong in production, brought about with real servers that are really broken. */
export type Fault = {
  /** Names it on the command line: one or a few words with hyphens. */
  name: string
  /** What must hold, in a sentence, as the run prints it. */
  holds: string
  /** It cannot be brought about without a Redis server, and is left out with `TEST_REDIS=off`. */
  needsRedis?: true
  /**
   * Brings it about, looks at what people see meanwhile and at what is true afterwards, and cleans up.
   * @param full the numbers that were promised; else the small ones of `npm test`
   * @param say prints a line about what was counted
   * @returns what did not hold, a sentence each; none when all did
   */
  run(full: boolean, say: (line: string) => void): Promise<string[]>
}
