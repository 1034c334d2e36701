export const generator = {};
