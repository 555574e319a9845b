/** Mails as mail programs and senders of newsletters write them, in own words. */

export interface ProgramMail {
	program: string;
	html: string;
	/** Texts that people see, in the order of the mail. */
	seen: string[];
	/** Texts that nobody sees. */
	hidden: string[];
}

/** Words of one mail. */
interface Words {
	name: string;
	subject: string;
	lines: string[];
	amount: string;
	button: string;
	link: string;
	color: string;
	footer: string;
	preheader: string;
}

const NAMES = ['Annemarie Lee', 'Bob Park', 'Ünal Çelik', 'Zoë Müller', 'José Núñez'];
const SUBJECTS = ['Quarterly figures', 'Your stay in Lyon', 'Ticket 4711', 'Delivery on Friday'];
const LINES = [
	'Dear all, the figures of the third quarter are in & better than 2025.',
	'Please look at page 5 < page 7 and tell me what you think.',
	'We arrive at 20:15; the hotel knows about it – thank you!',
	'The total of “Project Nine” is 17.400,00 € (plus VAT).',
	'I shall be away until Thursday. Bob answers for me.',
	'Nothing else has changed since our last call.',
];
const BUTTONS = ['Review your settings', 'Pay the invoice', 'Confirm your address', 'Track parcel'];
const COLORS = ['#41CC00', '#0067b8', '#333333', 'rgb(20, 60, 120)', 'darkslateblue'];

function wordsOf(index: number): Words {
	const at = <T>(list: T[], shift = 0): T => {
		const found = list[(index + shift) % list.length];
		if (found === undefined) throw new Error('There is nothing in the list');
		return found;
	};
	return {
		name: at(NAMES),
		subject: `${at(SUBJECTS)} no. ${index}`,
		lines: [at(LINES), at(LINES, 1 + (index % 3)), `Reference ${1000 + index * 7}`],
		amount: `${index * 13 + 5}.00 EUR`,
		button: at(BUTTONS),
		link: `https://x.example/go?id=${index}&lang=en`,
		color: at(COLORS),
		footer: `Example Company no. ${index}, 1 Long Street, Unsubscribe here`,
		preheader: `Preview words ${index} that only lists show`,
	};
}

function escape(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('€', '&euro;');
}

type Build = (words: Words) => Omit<ProgramMail, 'program'>;

/** What the builders say of the texts of a mail. */
function shown(words: Words, ...more: string[]): { seen: string[]; hidden: string[] } {
	return { seen: [...words.lines, ...more], hidden: [] };
}

const outlook: Build = (words) => ({
	html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}
o\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!--
/* Font Definitions */
@font-face
	{font-family:Calibri;
	panose-1:2 15 5 2 2 2 4 3 2 4;}
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal
	{margin:0cm;
	font-size:11.0pt;
	font-family:"Calibri",sans-serif;
	mso-fareast-language:EN-US;}
a:link, span.MsoHyperlink
	{mso-style-priority:99;
	color:#0563C1;
	text-decoration:underline;}
span.E-MailFormatvorlage17
	{mso-style-type:personal-compose;
	color:windowtext;}
.MsoChpDefault
	{mso-style-type:export-only;}
@page WordSection1
	{size:612.0pt 792.0pt;
	margin:70.85pt 70.85pt 2.0cm 70.85pt;}
div.WordSection1
	{page:WordSection1;}
--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head><body lang="DE" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1">${words.lines
		.map(
			(line) =>
				`<p class="MsoNormal"><span style="mso-fareast-language:EN-US">${escape(line)}<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>`,
		)
		.join(
			'',
		)}<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse;border:none"><tr><td width="301" valign="top" style="width:225.9pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt"><p class="MsoNormal">Amount<o:p></o:p></p></td><td style="border:solid windowtext 1.0pt;border-left:none;background:#D9E2F3"><p class="MsoNormal" align="right" style="text-align:right"><b>${words.amount}</b></p></td></tr></table><p class="MsoListParagraph" style="margin-left:36.0pt;text-indent:-18.0pt"><![if !supportLists]><span style="font-family:Symbol"><span style="mso-list:Ignore">·<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp; </span></span></span><![endif]>One point<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> ${words.name} &lt;<a href="mailto:a@x.example">a@x.example</a>&gt; <br><b>Sent:</b> Monday, 2 March 2026 09:15<br><b>Subject:</b> ${words.subject}<o:p></o:p></p></div><p class="MsoNormal">Thank you for the offer.<o:p></o:p></p></div></body></html>`,
	...shown(words, 'Amount', words.amount, 'One point', words.name, words.subject),
});

const outlookWeb: Build = (words) => ({
	html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">${words.lines
		.map(
			(line) =>
				`<div class="elementToProof" style="font-family: Aptos, Aptos_EmbeddedFont, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">${escape(line)}</div>`,
		)
		.join(
			'',
		)}<div id="Signature"><p style="margin-top: 0px; margin-bottom: 0px;">${words.name}</p></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> ${words.name} &lt;b@x.example&gt;<br><b>Subject:</b> ${words.subject}</font><div>&nbsp;</div></div><div>Older text</div></body></html>`,
	...shown(words, words.name, words.subject, 'Older text'),
});

const gmail: Build = (words) => ({
	html: `<div dir="ltr"><div class="gmail_default" style="font-family:arial,helvetica,sans-serif;font-size:small;color:#000000">${words.lines.map(escape).join('<br><br>')}</div><div><br clear="all"></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr"><font color="#999999">${words.name}</font></div></div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 2, 2026 at 9:15 AM Bob &lt;<a href="mailto:b@x.example">b@x.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u><div>${words.subject}</div></blockquote></div>`,
	...shown(words, words.name, words.subject),
});

const appleMail: Build = (words) => ({
	html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${words.lines.map((line) => `<div>${escape(line)}</div><div><br></div>`).join('')}<div><br id="lineBreakAtBeginningOfMessage"><div><span style="caret-color: rgb(0, 0, 0); color: rgb(0, 0, 0); font-size: 12px; white-space: normal;">${words.name}</span></div><div><br><blockquote type="cite"><div>On 2. Mar 2026, at 09:15, Bob wrote:</div><br class="Apple-interchange-newline"><div><div style="font-family: Helvetica; font-size: 12px;">${words.subject}</div></div></blockquote></div></div></body></html>`,
	...shown(words, words.name, words.subject),
});

const thunderbird: Build = (words) => ({
	html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body text="#000000" bgcolor="#FFFFFF">${words.lines.map((line) => `<p>${escape(line)}</p>`).join('')}<div class="moz-cite-prefix">Am 02.03.26 um 09:15 schrieb Bob:<br></div><blockquote type="cite" cite="mid:1@x.example"><pre class="moz-quote-pre" wrap="">${words.subject}
second line</pre></blockquote><pre class="moz-signature" cols="72">-- 
${words.name}</pre></body></html>`,
	...shown(words, words.subject, 'second line', words.name),
});

const outlookMobile: Build = (words) => ({
	html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="ltr"><div></div>${words.lines.map((line) => `<div><div style="font-size: 16px;">${escape(line)}</div></div>`).join('')}<div id="ms-outlook-mobile-body-separator-line" data-applydefaultfontstyles="true"><div><br></div></div><div class="ms-outlook-mobile-signature" id="ms-outlook-mobile-signature"><div>Get <a href="https://aka.ms/x">Outlook for iOS</a></div></div></div></body></html>`,
	...shown(words, 'Outlook for iOS'),
});

const PREHEADERS: Array<(text: string) => string> = [
	(text) =>
		`<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${text}</div>`,
	(text) => `<span class="preheader">${text}</span>`,
	(text) =>
		`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${text}&zwnj;&nbsp;&zwnj;&nbsp;&#847; &#847;</div>`,
	(text) =>
		`<div style="max-height:0;overflow:hidden;font-size:0;line-height:0" aria-hidden="true">${text}</div>`,
	(text) => `<div class="preheader" style="color:#f6f6f6;font-size:1px">${text}</div>`,
];

function preheader(words: Words): string {
	const index = words.preheader.length + Number(/\d+/.exec(words.preheader)?.[0] ?? 0);
	return PREHEADERS[index % PREHEADERS.length]?.(words.preheader) ?? '';
}

const SHEET = `<style type="text/css">
  #outlook a { padding:0; }
  .ReadMsgBody { width:100%; } .ExternalClass { width:100%; }
  body, table, td, a { -webkit-text-size-adjust:100%; -ms-text-size-adjust:100%; }
  img { border:0; height:auto; line-height:100%; outline:none; -ms-interpolation-mode:bicubic; }
  .preheader { color:transparent; display:none !important; height:0; max-height:0; max-width:0; opacity:0; overflow:hidden; mso-hide:all; visibility:hidden; width:0; }
  .mobile { display:none; }
  a[x-apple-data-detectors] { color:inherit !important; text-decoration:none !important; }
  u + #body a { color:inherit; }
  @media only screen and (max-width:620px) {
    table[class=body] h1 { font-size:28px !important; }
    .desktop { display:none !important; }
    .mobile { display:block !important; }
    .wrapper { padding:10px !important; }
  }
  @media (prefers-color-scheme: dark) { .card { background:#111111 !important; } .card p { color:#ffffff !important; } }
  @media all { .btn-primary a:hover { background-color:#34495e !important; } }
  @supports (-webkit-touch-callout:none) { .apple { color:#555555; } }
  [owa] .owa { display:none; }
</style>`;

function newsletter(words: Words, content: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words.subject}</title>${SHEET}<!--[if mso]><style>.fallback-font { font-family: Arial, sans-serif !important; }</style><![endif]--></head><body id="body" style="background-color:#f6f6f6;font-family:sans-serif;-webkit-font-smoothing:antialiased;font-size:14px;line-height:1.4;margin:0;padding:0;">${preheader(words)}<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%" style="background-color:#f6f6f6;"><tr><td style="font-size:0;line-height:0" height="20">&nbsp;</td></tr><tr><td>&nbsp;</td><td class="container" style="display:block;max-width:580px;padding:10px;margin:0 auto !important;"><div class="card" style="background:#ffffff;border-radius:3px;">${content}</div><div class="footer" style="clear:both;margin-top:10px;text-align:center;"><span class="apple" style="color:#999999;font-size:12px;">${words.footer}</span></div></td><td>&nbsp;</td></tr></table></body></html>`;
}

function paragraphs(words: Words): string {
	return words.lines
		.map((line) => `<p style="font-size:14px;margin:0 0 15px;color:#333333">${escape(line)}</p>`)
		.join('');
}

function sold(words: Words, ...more: string[]): { seen: string[]; hidden: string[] } {
	return { seen: [...words.lines, ...more, words.footer], hidden: [words.preheader] };
}

const bulletproof: Build = (words) => ({
	html: newsletter(
		words,
		`${paragraphs(words)}<div><!--[if mso]><v:roundrect href="${words.link}" style="height:40px;v-text-anchor:middle;width:300px;" arcsize="10%" stroke="f" fillcolor="${words.color}"><w:anchorlock/><center style="color:#ffffff;">${words.button}</center></v:roundrect><![endif]--><a href="${words.link}" style="background-color:${words.color};border-radius:4px;color:#ffffff;display:inline-block;font-size:13px;font-weight:bold;line-height:40px;text-align:center;text-decoration:none;width:300px;-webkit-text-size-adjust:none;mso-hide:all;">${words.button}</a></div>`,
	),
	...sold(words, words.button),
});

const tableButton: Build = (words) => ({
	html: newsletter(
		words,
		`<h1 style="font-size:30px;text-align:center">${words.subject}</h1>${paragraphs(words)}<table role="presentation" class="btn btn-primary"><tbody><tr><td align="left"><table><tbody><tr><td style="background-color:${words.color};border-radius:5px;text-align:center"><a href="${words.link}" target="_blank" style="border:solid 1px ${words.color};color:#ffffff;display:inline-block;padding:12px 25px">${words.button}</a></td></tr></tbody></table></td></tr></tbody></table>`,
	),
	...sold(words, words.subject, words.button),
});

const columns: Build = (words) => ({
	html: newsletter(
		words,
		`<div style="font-size:0;text-align:center"><!--[if mso | IE]><table><tr><td style="width:300px"><![endif]-->${words.lines
			.map(
				(line) =>
					`<div style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;max-width:190px"><table border="0" width="100%"><tbody><tr><td align="left" style="font-size:0px;padding:10px 25px;word-break:break-word;"><div style="font-family:Ubuntu, Helvetica;font-size:13px;line-height:1;text-align:left;color:#000000;">${escape(line)}</div></td></tr></tbody></table></div>`,
			)
			.join('')}<!--[if mso | IE]></td></tr></table><![endif]--></div>`,
	),
	...sold(words),
});

const hero: Build = (words) => ({
	html: newsletter(
		words,
		`<table width="100%"><tr><td background="https://x.example/hero.jpg" bgcolor="#222222" style="background-image:url('https://x.example/hero.jpg');background-size:cover;padding:40px"><!--[if gte mso 9]><v:rect fill="true"><v:textbox><![endif]--><h2 style="color:#ffffff;margin:0">${words.subject}</h2><!--[if gte mso 9]></v:textbox></v:rect><![endif]--></td></tr></table>${paragraphs(words)}<p class="desktop">Large window ${words.amount}</p><p class="owa">In every program</p>`,
	),
	...sold(words, words.subject, `Large window ${words.amount}`, 'In every program'),
});

const onTelephones: Build = (words) => ({
	html: newsletter(
		words,
		`${paragraphs(words)}<!--[if !mso]><!--><div class="mobile" style="display:none;max-height:0;overflow:hidden">Telephone ${words.amount}</div><!--<![endif]--><div class="desktop">Window ${words.amount}</div>`,
	),
	seen: [...words.lines, `Window ${words.amount}`, words.footer],
	hidden: [words.preheader, `Telephone ${words.amount}`],
});

const invoice: Build = (words) => ({
	html: `<html><head><style>body{color:#212121} .items td{border-bottom:1px solid #eee;padding:4px} .items tr:nth-child(even){background:#fafafa} .total{font-weight:bold} .right{text-align:right} .items tr td:last-child{white-space:nowrap} .screen-reader{position:absolute;left:-10000px;top:auto;width:1px;height:1px;overflow:hidden}</style></head><body><h2>Invoice ${words.subject}</h2><span class="screen-reader">Only for readers ${words.amount}</span><table class="items">${words.lines
		.map(
			(line, row) =>
				`<tr><td>${row + 1}</td><td>${escape(line)}</td><td class="right">${row * 7 + 3}.50&nbsp;&euro;</td></tr>`,
		)
		.join(
			'',
		)}<tr class="total"><td colspan=2>Sum</td><td class="right">${words.amount}</td></tr></table><p style="color:#757575;font-size:9pt">Please pay within 14&nbsp;days &mdash; IBAN DE00&thinsp;1234</p></body></html>`,
	seen: [`Invoice ${words.subject}`, ...words.lines, 'Sum', words.amount, 'Please pay within 14'],
	hidden: [`Only for readers ${words.amount}`],
});

const ticket: Build = (words) => ({
	html: `<div style="color:#b5b5b5;">##- Please type your reply above this line -##</div>${preheader({ ...words, preheader: '' })}<div style="margin-top:25px" data-version="2"><table width="100%" cellpadding="0"><tr><td width="100%" style="padding:15px 0;border-top:1px dotted #c5c5c5;"><p style="font-family:'Lucida Grande',Verdana,sans-serif;font-size:15px;line-height:18px;margin-bottom:0;margin-top:0;color:#1b1d1e;"><strong>${words.name}</strong></p>${words.lines.map((line) => `<p dir="auto" style="color:#2b2e2f;font-size:14px;line-height:22px;margin:15px 0">${escape(line)}</p>`).join('')}</td></tr></table></div><span style="color:#FFFFFF" aria-hidden="true">[${words.subject} hidden code]</span>`,
	seen: ['Please type your reply above this line', words.name, ...words.lines],
	hidden: [`[${words.subject} hidden code]`],
});

const meeting: Build = (words) => ({
	html: `<html><body><div class="me-email-text" lang="en-US" style="color:#242424;font-family:'Segoe UI',Helvetica,Arial,sans-serif;">${words.lines.map((line) => `<div>${escape(line)}</div>`).join('')}<div style="width:100%;"><span style="white-space:nowrap;color:#5F5F5F;opacity:.36;">________________________________________</span></div><div><span style="font-size:24px;font-weight:700">Microsoft Teams meeting</span></div><a class="me-email-headline" style="font-size:20px;color:#5B5FC7" href="${words.link}">Join the meeting now</a><div><span style="font-size:14px;color:#616161">Meeting ID: </span><span>${words.amount}</span></div></div></body></html>`,
	...shown(words, 'Microsoft Teams meeting', 'Join the meeting now', 'Meeting ID:', words.amount),
});

const darkCard: Build = (words) => ({
	html: `<body style="margin:0;background:#0b1021;color:#e6e6e6"><table width="100%" bgcolor="#0b1021"><tr><td>${words.lines.map((line) => `<p style="color:hsl(0, 0%, 92%)">${escape(line)}</p>`).join('')}<a href="${words.link}" style="color:#8ab4f8">${words.button}</a></td></tr><tr><td bgcolor="ffffff"><font color="000000">${words.amount}</font></td></tr></table></body>`,
	...shown(words, words.button, words.amount),
});

const plainText: Build = (words) => ({
	html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=us-ascii"><meta name="Generator" content="Microsoft Exchange Server"><!-- converted from text --><style><!-- .EmailQuote { margin-left: 1pt; padding-left: 4pt; border-left: #800000 2px solid; } --></style></head><body><font size="2"><span style="font-size:11pt;"><div class="PlainText">${words.lines.map(escape).join('<br>\n')}<br>\n<br>\n&gt; ${words.subject}<br>\n</div></span></font></body></html>`,
	...shown(words, words.subject),
});

const modern: Build = (words) => ({
	html: `<style>:root{--ink:#222;--paper:white}body{color:var(--ink);background:var(--paper)}.grid{display:grid;gap:1rem}.card{border:1px solid;h3{margin:0;color:var(--accent,#036)}p{color:hsl(210 20% 30%)}}@layer base{p{line-height:1.5}}@supports (display:grid){.card{padding:1rem}}.sr{clip-path:inset(50%);position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap}</style><div class="grid">${words.lines.map((line, row) => `<div class="card"><h3>Part ${row + 1}</h3><p>${escape(line)}</p></div>`).join('')}</div><span class="sr">Skip ${words.subject}</span><p>${words.footer}</p>`,
	seen: ['Part 1', ...words.lines, words.footer],
	hidden: [`Skip ${words.subject}`],
});

const BUILDERS: Record<string, Build> = {
	...{ outlook, outlookWeb, gmail, appleMail, thunderbird, outlookMobile, plainText, meeting },
	...{ bulletproof, tableButton, columns, hero, onTelephones, invoice, ticket, darkCard, modern },
};
/** Mails of each kind. */
const EACH = 12;

export const PROGRAM_MAILS: ProgramMail[] = Object.entries(BUILDERS).flatMap(
	([program, build], kind) =>
		Array.from({ length: EACH }, (_, index) => ({
			program,
			...build(wordsOf(kind * EACH + index)),
		})),
);
