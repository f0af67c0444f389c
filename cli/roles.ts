/** The parts of the product that can run as one process or as several. */
export const ROLES = ['collector', 'analyzer', 'alerts', 'api'] as const;
export type Role = (typeof ROLES)[number];
