import { z } from 'zod';
import { de } from './languages/de';
import { en } from './languages/en';
import { es } from './languages/es';
import { fr } from './languages/fr';
import { nl } from './languages/nl';
import type { Words } from './languages/words';
import type { Question, SpokenLanguage } from './question';
import { LANGUAGES } from './question';

const WORDS: Record<SpokenLanguage, Words> = { de, en, es, fr, nl };

/** A language and how much it is wanted: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4 */
const RANGE = /^([a-z]{2})(?:-[a-z\d-]*)?(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

const header = z.string().catch('');

/**
 * The words in which a question is asked: of its own language, or of the one that the reader's browser
 * wants most of those that there are. English where it wants none of them.
 * @param accepted The browser's Accept-Language, whatever it is; left out for a mail.
 */
export function wordsOf(language: Question['language'], accepted?: unknown): Words {
	return WORDS[language === 'automatic' ? mostWanted(header.parse(accepted)) : language];
}

function mostWanted(accepted: string): SpokenLanguage {
	const [first] = accepted
		.toLowerCase()
		.split(',')
		.flatMap((range) => {
			const [, tag, weight = '1'] = RANGE.exec(range.trim()) ?? [];
			const language = LANGUAGES.find((spoken) => spoken === tag);
			return language && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : [];
		})
		.sort((a, b) => b.weight - a.weight);
	return first?.language ?? 'en';
}
