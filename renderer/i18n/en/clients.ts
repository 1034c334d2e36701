export const clients = {};
