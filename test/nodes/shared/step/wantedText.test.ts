import { wantedText } from '../../../../nodes/shared/step/inputSchemas';

it.each(['Why now?', '100 %', '*new*', '**'])('whether %j can be looked for', (text) => {
	// Letter by letter: a sign is no wildcard, and signs alone stand in nothing that anybody means.
	expect(wantedText.safeParse(text).success).toBe(text !== '**');
});
