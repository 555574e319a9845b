import { z } from 'zod';

/** What a step puts out that deleted something. */
export const deletedItem = z.object({ id: z.string(), deleted: z.literal(true) });
