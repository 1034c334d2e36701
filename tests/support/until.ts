/** For `expect.poll`: until it is so, however busy the machine is. */
export const UNTIL = { timeout: 50_000 };
