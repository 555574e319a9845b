import { z } from 'zod';
import { flag, requiredText, textList } from '../../shared/inputSchemas';

/** An address that events may be sent to: answers of clients travel in them. */
const secureUrl = requiredText.refine(
	(text) => URL.canParse(text) && new URL(text).protocol === 'https:',
	'must be an address that starts with https://',
);

export const webhookInput = z.object({
	url: secureUrl,
	events: textList.pipe(z.array(z.string()).nonempty('choose at least one event')),
	enabled: flag,
});
