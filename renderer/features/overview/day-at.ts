/** When a day (YYYY-MM-DD) of this computer's calendar begins. ms since the epoch, UTC. */
export const dayAt = (day: string): number => new Date(`${day}T00:00`).getTime();
