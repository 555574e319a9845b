import { z } from 'zod';
import { optionalText } from '../../shared/inputSchemas';

export const mailboxInput = z.object({ mailbox: optionalText });
