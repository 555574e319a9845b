/** What mail programs write in front of a quote, in one language. */
interface Words {
	/** Labels of the lines of a head; of `sent` and `date` one is there, `date` also in other lists. */
	from: string;
	sent: string;
	date?: string;
	subject: string;
	/** Between hyphens. */
	divider: string;
	/** How an introduction begins, where it does not begin with a time or a name. */
	on?: string;
	wrote: string;
}

/** Outlook, Outlook on the web and for mobiles, Gmail, Apple Mail, Thunderbird; with `|` between. */
const LANGUAGES: Record<string, Words> = {
	en: {
		...{ from: 'From', sent: 'Sent', date: 'Date', subject: 'Subject', on: 'On', wrote: 'wrote' },
		divider: 'Original Message|Original Appointment|Forwarded message|Forwarded Message',
	},
	de: {
		...{
			from: 'Von',
			sent: 'Gesendet',
			date: 'Datum',
			subject: 'Betreff',
			on: 'Am',
			wrote: 'schrieb',
		},
		divider:
			'Ursprüngliche Nachricht|Ursprünglicher Termin|Originalnachricht|Weitergeleitete Nachricht',
	},
	fr: {
		...{ from: 'De', sent: 'Envoyé|Envoyé le', date: 'Date', subject: 'Objet|Sujet', on: 'Le' },
		...{ wrote: 'a écrit', divider: "Message d'origine|Message original|Message transféré" },
	},
	es: {
		...{
			from: 'De',
			sent: 'Enviado|Enviado el|Enviada|Enviada el',
			date: 'Fecha',
			subject: 'Asunto',
		},
		...{ on: 'El', wrote: 'escribió', divider: 'Mensaje original|Mensaje reenviado' },
	},
	it: {
		...{
			from: 'Da',
			sent: 'Inviato|Inviato il',
			date: 'Data',
			subject: 'Oggetto',
			on: 'Il|In data',
		},
		...{ wrote: 'ha scritto', divider: 'Messaggio originale|Messaggio inoltrato' },
	},
	nl: {
		...{
			from: 'Van',
			sent: 'Verzonden',
			date: 'Datum',
			subject: 'Onderwerp',
			on: 'Op',
			wrote: 'schreef',
		},
		divider: 'Oorspronkelijk bericht|Doorgestuurd bericht',
	},
	pt: {
		...{
			from: 'De',
			sent: 'Enviado|Enviado em|Enviada|Enviada em',
			date: 'Data',
			subject: 'Assunto',
		},
		...{ on: 'Em|A|No dia', wrote: 'escreveu', divider: 'Mensagem original|Mensagem encaminhada' },
	},
	sv: {
		...{ from: 'Från', sent: 'Skickat', date: 'Datum', subject: 'Ämne', on: 'Den', wrote: 'skrev' },
		divider: 'Ursprungligt meddelande|Originalmeddelande|Vidarebefordrat meddelande',
	},
	da: {
		...{ from: 'Fra', sent: 'Sendt', date: 'Dato', subject: 'Emne', on: 'Den', wrote: 'skrev' },
		divider: 'Oprindelig meddelelse|Original meddelelse|Videresendt meddelelse',
	},
	no: {
		...{ from: 'Fra', sent: 'Sendt', date: 'Dato', subject: 'Emne', on: 'Den|På', wrote: 'skrev' },
		divider: 'Opprinnelig melding|Videresendt melding',
	},
	fi: {
		...{ from: 'Lähettäjä', sent: 'Lähetetty', date: 'Päivämäärä|Päiväys', subject: 'Aihe' },
		...{ wrote: 'kirjoitti', divider: 'Alkuperäinen viesti|Välitetty viesti' },
	},
	pl: {
		...{ from: 'Od', sent: 'Wysłano|Wysłane', date: 'Data', subject: 'Temat', on: 'W dniu|Dnia' },
		wrote: 'napisał|napisał(a)|napisała|pisze',
		divider: 'Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość przekazana dalej',
	},
	cs: {
		...{ from: 'Od', sent: 'Odesláno', date: 'Datum', subject: 'Předmět', on: 'Dne' },
		...{ wrote: 'napsal|napsal(a)|napsala', divider: 'Původní zpráva|Přeposlaná zpráva' },
	},
	ru: {
		...{ from: 'От', sent: 'Отправлено', date: 'Дата', subject: 'Тема' },
		wrote: 'пишет|написал|написал(а)|написала|писал',
		divider: 'Исходное сообщение|Пересылаемое сообщение|Пересланное сообщение',
	},
	tr: {
		...{
			from: 'Kimden|Gönderen',
			sent: 'Gönderildi|Gönderilme|Gönderme',
			date: 'Tarih',
			subject: 'Konu',
		},
		...{ wrote: 'yazdı', divider: 'Orijinal İleti|Özgün İleti|Orijinal Mesaj|İletilen ileti' },
	},
	hu: {
		...{
			from: 'Feladó|Küldő',
			sent: 'Elküldve|Küldve',
			date: 'Dátum',
			subject: 'Tárgy',
			wrote: 'írta',
		},
		divider: 'Eredeti üzenet|Továbbított üzenet',
	},
	ja: {
		...{ from: '差出人', sent: '送信日時|送信日', date: '日付|日時', subject: '件名' },
		...{ wrote: '書きました|のメール', divider: '元のメッセージ|転送されたメッセージ' },
	},
	zh: {
		...{ from: '发件人|寄件者|寄件人', sent: '发送时间|傳送時間|發送時間|寄件日期' },
		...{ date: '日期|时间', subject: '主题|主旨|主題', on: '在|于|於', wrote: '写道|寫道' },
		divider: '原始邮件|原始郵件|转发的邮件|轉寄的郵件',
	},
};

type Kind = 'from' | 'sent' | 'date' | 'subject';

const split = (words = '') => words.split('|').map((word) => fold(word));

/** Labels, and for each language what it stands for. */
const LABELS = new Map<string, Array<[language: string, kind: Kind]>>();
for (const [language, words] of Object.entries(LANGUAGES)) {
	for (const kind of ['from', 'sent', 'date', 'subject'] as const) {
		for (const label of split(words[kind])) {
			LABELS.set(label, [...(LABELS.get(label) ?? []), [language, kind]]);
		}
	}
}
const DIVIDERS = new Set(Object.values(LANGUAGES).flatMap(({ divider }) => split(divider)));
const WROTE = Object.values(LANGUAGES).flatMap(({ wrote }) => split(wrote));
const ON = Object.values(LANGUAGES).flatMap(({ on }) => (on === undefined ? [] : split(on)));

/** Lines of a head, at most: those to whom a mail went may take several. */
const HEAD_LINES = 7;
/** Longest label and longest introduction, in characters. */
const MAX_LABEL = 24;
const MAX_INTRODUCTION = 300;

function fold(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\s*_]+/g, ' ')
		.trim()
		.toLowerCase();
}

/** Whether a quote begins at a line of a text, and by what: an introduction may stand in front of marked lines. */
export function headAt(lines: string[], at: number): 'head' | 'introduction' | undefined {
	const line = lines[at] ?? '';
	if (line.length > MAX_INTRODUCTION || line.startsWith('>')) return undefined;
	if (isDivider(line) || isHead(lines, at)) return 'head';
	return introductionAt(lines, at) > 0 ? 'introduction' : undefined;
}

/** How many lines a head takes that begins at a line: its labels, whatever they are called. */
export function headLines(lines: string[], at: number): number {
	const below = lines.slice(at + 1, at + HEAD_LINES);
	const end = below.findIndex((line) => !/^[^:：]{1,24}[:：]/.test(line));
	return 1 + (end < 0 ? below.length : end);
}

function isDivider(line: string): boolean {
	const [, words = ''] = /^\s*[-–—]{2,}([^-–—]{3,60})[-–—]{2,}\s*$/.exec(line) ?? [];
	return DIVIDERS.has(fold(words));
}

/** Such as `From: Ann Lee` over `Sent: Monday`; in another order, and with others in between. */
function isHead(lines: string[], at: number): boolean {
	if (!labelOf(lines[at])) return false;
	const found = new Map<string, Set<Kind>>();
	let hasAddress = false;
	for (const line of lines.slice(at, at + HEAD_LINES)) {
		const label = labelOf(line);
		for (const [language, kind] of label?.means ?? []) {
			if (kind === 'from' && label?.value.includes('@')) hasAddress = true;
			found.set(language, (found.get(language) ?? new Set()).add(kind));
		}
	}
	return [...found.values()].some(
		(kinds) =>
			kinds.has('from') &&
			// A journey has a date, too.
			(kinds.has('sent') || (kinds.has('date') && (hasAddress || kinds.has('subject')))),
	);
}

function labelOf(line = '') {
	const end = line.slice(0, MAX_LABEL).search(/[:：]/);
	const means = end < 0 ? undefined : LABELS.get(fold(line.slice(0, end)));
	const value = line
		.slice(end + 1)
		.replace(/\*/g, '')
		.trim();
	return means && value !== '' ? { means, value } : undefined;
}

/**
 * How many lines an introduction such as `On Monday, Ann Lee wrote:` takes, 0 where there is none. Where what
 * follows is not marked as a quote, it has to name a time, and an address or that somebody wrote.
 */
export function introductionAt(lines: string[], at: number): number {
	for (const count of [1, 2]) {
		const given = lines.slice(at, at + count).join(' ');
		if (given.length > MAX_INTRODUCTION || given.startsWith('>') || (lines[at] ?? '').trim() === '')
			return 0;
		if (!/[:：]$/.test(given.trimEnd())) continue;
		const text = fold(given);
		const isWritten = WROTE.some((word) => hasWord(text, word));
		const hasAddress = /<[^<>\s]{1,100}@[^<>\s]{1,100}>/.test(text);
		const hasTime = /\d[:.h時点时]\s?\d\d/.test(text);
		const hasYear = /(?:19|20)\d\d/.test(text);
		if ((hasTime && isWritten) || ((hasTime || hasYear) && hasAddress)) return count;
		const next = lines.slice(at + count, at + count + 2).find((one) => one.trim() !== '');
		const begins = ON.some((word) => text.startsWith(`${word} `) || /^[在于於]/.test(text));
		if (isWritten && (begins || hasAddress || /\d/.test(text)) && next?.startsWith('>'))
			return count;
	}
	return 0;
}

/** Whether a word stands in a text by itself; languages without blanks between words have it anywhere. */
function hasWord(text: string, word: string): boolean {
	const at = text.lastIndexOf(word);
	if (at < 0 || /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
		return at >= 0;
	return !/\p{L}/u.test(text.charAt(at - 1)) && !/\p{L}/u.test(text.charAt(at + word.length));
}
