/** Field lengths in characters, shared by the contract, the core and the forms. */
export const CLIENT_LIMITS = { key: 500, name: 300, note: 5000, tag: 50, tags: 50 } as const;
