export const premium = {};
