/** A header as Graph gives it. */
export interface MailHeader {
	name: string;
	value: string;
}

const results = (value: string): MailHeader => ({ name: 'Authentication-Results', value });
const received = (value: string): MailHeader => ({ name: 'Received', value });

/** What the three servers of Exchange Online write that a mail from outside passes (fact: results-topmost). */
const INSIDE = [
	'from DB9PR03MB8847.eurprd03.prod.outlook.com (::1) by AS8PR03MB9511.eurprd03.prod.outlook.com with HTTPS; Mon, 2 Mar 2026 12:00:04 +0000',
	'from AM6P191CA0042.EURP191.PROD.OUTLOOK.COM (2603:10a6:209:7f::19) by DB9PR03MB8847.eurprd03.prod.outlook.com (2603:10a6:10:3dd::13) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.9499.7; Mon, 2 Mar 2026 12:00:03 +0000',
	'from AM7EUR03FT060.eop-EUR03.prod.protection.outlook.com (2603:10a6:209:7f:cafe::55) by AM6P191CA0042.outlook.office365.com (2603:10a6:209:7f::19) with Microsoft SMTP Server id 15.20.9499.7 via Frontend Transport; Mon, 2 Mar 2026 12:00:02 +0000',
].map(received);

/** The server at which mail comes in. */
const DOOR =
	'from mail.example.com (203.0.113.5) by AM7EUR03FT060.mail.protection.outlook.com (100.127.140.234) with Microsoft SMTP Server id 15.20.9499.7 via Frontend Transport; Mon, 2 Mar 2026 12:00:01 +0000';

/**
 * The headers of a mail from outside.
 * @param found What Exchange found, as it writes it; nothing where it wrote none.
 * @param carried What the mail had when it came in: its sender wrote it, or a server before.
 */
export function fromOutside(found: string | undefined, carried: MailHeader[] = []): MailHeader[] {
	return [
		...INSIDE,
		...(found === undefined ? [] : [results(found)]),
		{ name: 'Received-SPF', value: 'Pass (protection.outlook.com: domain of example.com)' },
		received(DOOR),
		...carried,
		{ name: 'Subject', value: 'Invoice' },
		{ name: 'X-MS-Exchange-Organization-AuthAs', value: 'Anonymous' },
	];
}

/** The headers of a mail of a colleague. */
export function fromColleague(more: MailHeader[] = []): MailHeader[] {
	return [
		...INSIDE.slice(0, 2),
		results(
			'dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=contoso.com;',
		),
		received(
			'from DB9PR03MB8847.eurprd03.prod.outlook.com ([fe80::dbcf:1089:3242:614e]) by DB9PR03MB8847.eurprd03.prod.outlook.com ([fe80::dbcf:1089:3242:614e%5]) with mapi id 15.20.9499.005; Mon, 2 Mar 2026 12:00:00 +0000',
		),
		...more,
		{ name: 'X-MS-Exchange-Organization-AuthAs', value: 'Internal' },
	];
}

/** What Exchange writes, with each part as given. */
export function found({
	spf = 'pass (sender IP is 203.0.113.5) smtp.mailfrom=example.com',
	dkim = 'pass (signature was verified) header.d=example.com',
	dmarc = 'pass action=none header.from=example.com',
	compauth = 'pass reason=100',
} = {}): string {
	return `spf=${spf}; dkim=${dkim};dmarc=${dmarc};compauth=${compauth}`;
}

export const forged = results;
export const receivedBy = received;

/** The link of a list that can be left by one request. */
export const ONE_CLICK_LINK = 'https://news.lists.example.com/leave/1234';

/**
 * The headers of a mail of a list that one request is enough to leave, and that is from whom it says.
 * @param own What it says of its list, and its signature, where that is not the usual.
 */
export function oneClickHeaders({
	links = `<mailto:leave@lists.example.com>, <${ONE_CLICK_LINK}>`,
	post = 'List-Unsubscribe=One-Click',
	covered = 'From:Subject:List-Unsubscribe:List-Unsubscribe-Post',
	domain = 'example.com',
	results = found(),
} = {}): MailHeader[] {
	return fromOutside(results, [
		{ name: 'DKIM-Signature', value: `v=1; a=rsa-sha256; d=${domain};\r\n h=${covered}; b=abc=` },
		{ name: 'List-Unsubscribe', value: links },
		{ name: 'List-Unsubscribe-Post', value: post },
	]);
}
