/** An answer that could not be given: a line for people, a code for programs. */
export class Refused extends Error {
  /**
   * @param {{ error?: string, code?: string }} told
   * @param {number} status
   */
  constructor({ error, code }, status) {
    super(error ?? `the server answered ${status}`);
    this.code = code;
    this.status = status;
  }
}
