export const purchases = {};
