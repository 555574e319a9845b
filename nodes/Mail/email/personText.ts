import { z } from 'zod';
import { optionalText } from '../../shared/step/inputSchemas';
import { recipients } from './recipients';

/**
 * Whom to look for: of an address with a name, as mails and other steps write it, the address alone;
 * any other text as it is. Undefined when left empty.
 */
export const personText = z.unknown().transform((given, context): string | undefined => {
	const addresses = recipients.safeParse(given).data ?? [];
	if (addresses.length > 1) {
		context.addIssue({
			code: 'custom',
			message: 'takes one address only: run the step once for each',
		});
		return z.NEVER;
	}
	const text = optionalText.safeParse(addresses[0]?.emailAddress.address ?? given);
	for (const { message } of text.error?.issues ?? []) context.addIssue({ code: 'custom', message });
	return text.data;
});

/** The same for a filter, which finds nobody by what is neither address, domain nor name. */
export const personFilter = personText
	.transform((text) => text?.replace(/^\*(?=@)/, ''))
	.refine((text = '') => !/[<>:*%]/.test(text) && !(text.includes('@') && /\s/.test(text)), {
		message:
			'must be an address (ann@contoso.com), a domain (@contoso.com) or a part of the name (Ann)',
	});
