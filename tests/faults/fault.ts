/** Something that goes wrong in production, caused with real servers that really fail. */
export type Fault = {
  /** Its name on the command line. */
  name: string
  /** The expected behaviour in a sentence, for the output. */
  expects: string
  /** Skipped with `TEST_REDIS=off`. */
  needsRedis?: true
  /**
   * Causes the fault, checks what people see during and after it, and cleans up.
   * @param log prints a figure
   * @returns a sentence for each problem
   */
  run(log: (line: string) => void): Promise<string[]>
}
