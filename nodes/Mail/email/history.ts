/** Lines behind which mail programs put the mail that is answered: those of Outlook, by language. */
const DIVIDER =
	/^-{2,}\s?(?:Original Message|Original Appointment|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht)\s?-{2,}$/i;
/** The head of a mail that is answered, where it has no line of its own. */
const FROM = /^\*?(?:From|Von|De|Da|Van)\s?:\*?\s?\S/i;
const SENT = /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Fecha|Inviato|Data|Verzonden)\s?:/i;
/** Lines between the sender and the time in such a head, at most: To, Cc, Reply-To. */
const HEAD_LINES = 4;
/** What introduces a quote: `On Monday, Ann Lee wrote:`. */
const INTRODUCTION =
	/^(?:On|Am|Le|El|Il|Op|Em)\s.{4,200}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)\b.{0,200}:$/i;

/** Text in which the history below an answer is marked with `>`, as quotes are (RFC 3676, section 4.5). */
export function markHistory(text: string): string {
	const lines = text.split('\n');
	const begin = lines.findIndex((line, index) => isHead(lines, line.trim(), index));
	// A mail that begins so has no answer above: somebody forwards it, and it is the text.
	if (begin <= 0) return text;
	const history = lines
		.slice(begin)
		.map((line) => (line.trim() === '' || line.startsWith('>') ? line : `> ${line}`));
	return [...lines.slice(0, begin), ...history].join('\n');
}

function isHead(lines: string[], line: string, index: number): boolean {
	if (DIVIDER.test(line)) return true;
	const below = lines.slice(index + 1, index + 1 + HEAD_LINES);
	return FROM.test(line) && below.some((one) => SENT.test(one.trim()));
}

/** What the author of a mail wrote: its text, as `markHistory` and RFC 3676 mark it, without quotes. */
export function withoutHistory(text: string): string {
	const lines = text.split('\n');
	return lines
		.filter((line, index) => !line.startsWith('>') && !isIntroduction(lines, line, index))
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

function isIntroduction(lines: string[], line: string, index: number): boolean {
	const next = lines.slice(index + 1, index + 3).find((one) => one.trim() !== '');
	return next?.startsWith('>') === true && INTRODUCTION.test(line.trim());
}
