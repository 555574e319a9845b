/** What mail programs write over a mail that is answered, in one language. */
interface Program {
	/** Outlook's labels: sender, time, receiver, subject. */
	outlook: [string, string, string, string];
	/** The same for the date in lists that begin with it, as Outlook.com did, and Apple Mail's. */
	date: string;
	/** Line between hyphens: Outlook of 2003, Outlook Express. */
	divider: string;
	/** Introductions of Gmail, Apple Mail, Thunderbird, Outlook for mobiles, Yahoo. */
	introductions: string[];
}

const ANN = 'Ann Lee <ann@contoso.com>';

export const PROGRAMS: Record<string, Program> = {
	English: {
		outlook: ['From', 'Sent', 'To', 'Subject'],
		date: 'Date',
		divider: '-----Original Message-----',
		introductions: [
			`On Mon, Mar 2, 2026 at 10:00 AM ${ANN} wrote:`,
			`On Mon, Mar 2, 2026 at 10:00 AM Ann Lee\n<ann@contoso.com> wrote:`,
			`On 2 Mar 2026, at 10:00, ${ANN} wrote:`,
			'On 02/03/2026 10:00, Ann Lee wrote:',
		],
	},
	German: {
		outlook: ['Von', 'Gesendet', 'An', 'Betreff'],
		date: 'Datum',
		divider: '-----Ursprüngliche Nachricht-----',
		introductions: [
			`Am Mo., 2. März 2026 um 10:00 Uhr schrieb ${ANN}:`,
			`Am 02.03.2026 um 10:00 schrieb Ann Lee:`,
			`Ann Lee <ann@contoso.com> schrieb am Mo., 2. März 2026, 10:00:`,
			`Am 2. März 2026 10:00:00 MEZ schrieb Ann Lee\n<ann@contoso.com>:`,
		],
	},
	French: {
		outlook: ['De', 'Envoyé', 'À', 'Objet'],
		date: 'Date',
		divider: "-----Message d'origine-----",
		introductions: [
			`Le lun. 2 mars 2026 à 10:00, ${ANN} a écrit :`,
			`Le 2 mars 2026 à 10:00, Ann Lee a écrit\u00a0:`,
			`Le lundi 2 mars 2026 à 10:00:00 UTC+1, ${ANN} a écrit :`,
		],
	},
	Spanish: {
		outlook: ['De', 'Enviado', 'Para', 'Asunto'],
		date: 'Fecha',
		divider: '-----Mensaje original-----',
		introductions: [
			`El lun, 2 mar 2026 a las 10:00, Ann Lee (<ann@contoso.com>) escribió:`,
			`El 2 mar 2026, a las 10:00, ${ANN} escribió:`,
			'El 2/3/26 a las 10:00, Ann Lee escribió:',
		],
	},
	Italian: {
		outlook: ['Da', 'Inviato', 'A', 'Oggetto'],
		date: 'Data',
		divider: '-----Messaggio originale-----',
		introductions: [
			`Il giorno lun 2 mar 2026 alle ore 10:00 ${ANN} ha scritto:`,
			`Il 02/03/2026 10:00, Ann Lee ha scritto:`,
			`In data 2 marzo 2026 alle 10:00, Ann Lee ha scritto:`,
		],
	},
	Dutch: {
		outlook: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
		date: 'Datum',
		divider: '-----Oorspronkelijk bericht-----',
		introductions: [
			`Op ma 2 mrt 2026 om 10:00 schreef ${ANN}:`,
			`Op 2 mrt. 2026, om 10:00 heeft ${ANN} het volgende geschreven:`,
			'Op 2-3-2026 om 10:00 schreef Ann Lee:',
		],
	},
	Portuguese: {
		outlook: ['De', 'Enviado', 'Para', 'Assunto'],
		date: 'Data',
		divider: '-----Mensagem original-----',
		introductions: [
			`${ANN} escreveu no dia segunda, 2/03/2026 à(s) 10:00:`,
			`Em 2 de mar. de 2026, à(s) 10:00, ${ANN} escreveu:`,
			'Em 02/03/2026 10:00, Ann Lee escreveu:',
		],
	},
	Brazilian: {
		outlook: ['De', 'Enviada em', 'Para', 'Assunto'],
		date: 'Data',
		divider: '-----Mensagem original-----',
		introductions: [
			`Em seg., 2 de mar. de 2026 às 10:00, ${ANN} escreveu:`,
			'Em segunda-feira, 2 de março de 2026 10:00:00 BRT, Ann Lee escreveu:',
		],
	},
	Swedish: {
		outlook: ['Från', 'Skickat', 'Till', 'Ämne'],
		date: 'Datum',
		divider: '-----Ursprungligt meddelande-----',
		introductions: [
			`Den mån 2 mars 2026 kl 10:00 skrev ${ANN}:`,
			`2 mars 2026 kl. 10:00 skrev ${ANN}:`,
			'Den 2026-03-02 kl. 10:00, skrev Ann Lee:',
		],
	},
	Danish: {
		outlook: ['Fra', 'Sendt', 'Til', 'Emne'],
		date: 'Dato',
		divider: '-----Oprindelig meddelelse-----',
		introductions: [
			`Den man. 2. mar. 2026 kl. 10.00 skrev ${ANN}:`,
			`Den 2. mar. 2026 kl. 10.00 skrev Ann Lee\n<ann@contoso.com>:`,
			'Den 02.03.2026 kl. 10.00 skrev Ann Lee:',
		],
	},
	Norwegian: {
		outlook: ['Fra', 'Sendt', 'Til', 'Emne'],
		date: 'Dato',
		divider: '-----Opprinnelig melding-----',
		introductions: [
			`man. 2. mars 2026 kl. 10:00 skrev ${ANN}:`,
			`2. mars 2026 kl. 10:00 skrev ${ANN}:`,
			'Den 02.03.2026 10:00, skrev Ann Lee:',
		],
	},
	Finnish: {
		outlook: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
		date: 'Päivämäärä',
		divider: '-----Alkuperäinen viesti-----',
		introductions: [
			`ma 2. maalisk. 2026 klo 10.00 Ann Lee (ann@contoso.com) kirjoitti:`,
			`${ANN} kirjoitti 2.3.2026 kello 10.00:`,
			'Ann Lee kirjoitti 2.3.2026 klo 10.00:',
		],
	},
	Polish: {
		outlook: ['Od', 'Wysłano', 'Do', 'Temat'],
		date: 'Data',
		divider: '-----Wiadomość oryginalna-----',
		introductions: [
			`pon., 2 mar 2026 o 10:00 ${ANN} napisał(a):`,
			`Wiadomość napisana przez ${ANN} w dniu 2 mar 2026, o godz. 10:00:`,
			'W dniu 02.03.2026 o 10:00, Ann Lee pisze:',
		],
	},
	Czech: {
		outlook: ['Od', 'Odesláno', 'Komu', 'Předmět'],
		date: 'Datum',
		divider: '-----Původní zpráva-----',
		introductions: [
			`po 2. 3. 2026 v 10:00 odesílatel ${ANN} napsal:`,
			`2. 3. 2026 v 10:00, ${ANN}:`,
			'Dne 02. 03. 26 v 10:00 Ann Lee napsal(a):',
		],
	},
	Russian: {
		outlook: ['От', 'Отправлено', 'Кому', 'Тема'],
		date: 'Дата',
		divider: '-----Исходное сообщение-----',
		introductions: [
			`пн, 2 мар. 2026 г. в 10:00, ${ANN}:`,
			`2 марта 2026 г., в 10:00, ${ANN} написал(а):`,
			'02.03.2026 10:00, Ann Lee пишет:',
		],
	},
	Turkish: {
		outlook: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
		date: 'Tarih',
		divider: '-----Özgün İleti-----',
		introductions: [
			`${ANN}, 2 Mar 2026 Pzt, 10:00 tarihinde şunu yazdı:`,
			`${ANN} şunları yazdı (2 Mar 2026 10:00):`,
			'2.03.2026 10:00 tarihinde Ann Lee yazdı:',
		],
	},
	Hungarian: {
		outlook: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
		date: 'Dátum',
		divider: '-----Eredeti üzenet-----',
		introductions: [
			`${ANN} ezt írta (időpont: 2026. márc. 2., H, 10:00):`,
			`${ANN} írta (2026. márc. 2., 10:00):`,
			'2026. 03. 02. 10:00 keltezéssel, Ann Lee írta:',
		],
	},
	Japanese: {
		outlook: ['差出人', '送信日時', '宛先', '件名'],
		date: '日付',
		divider: '-----元のメッセージ-----',
		introductions: [
			`2026年3月2日(月) 10:00 ${ANN}:`,
			`2026/03/02 10:00、Ann Lee <ann@contoso.com>のメール:`,
			'On 2026/03/02 10:00, Ann Lee wrote:',
		],
	},
	Chinese: {
		outlook: ['发件人', '发送时间', '收件人', '主题'],
		date: '日期',
		divider: '-----原始邮件-----',
		introductions: [
			`Ann Lee <ann@contoso.com> 于2026年3月2日周一 10:00写道：`,
			`在 2026年3月2日，10:00，${ANN} 写道：`,
			'在 2026/3/2 10:00, Ann Lee 写道:',
		],
	},
	'Chinese of Taiwan': {
		outlook: ['寄件者', '寄件日期', '收件者', '主旨'],
		date: '日期',
		divider: '-----原始郵件-----',
		introductions: [
			`Ann Lee <ann@contoso.com> 於 2026年3月2日 週一 上午10:00寫道：`,
			`${ANN} 於 2026年3月2日 上午10:00 寫道：`,
		],
	},
};

/** Texts of one's own that look like the head of a quote. */
export const LOOK_ALIKES = [
	'From: Berlin\nTo: Munich\nSeats: 2',
	'From: Berlin\nTo: Munich\nDate: 3 May',
	'Date: 3 May\nPlace: Room 4\nSubject: Budget',
	'Von: Hamburg\nNach: Kiel\nDatum: 3. Mai',
	'From: 10:00\nTo: 11:00',
	'Subject: English\nGrade: B',
	'Sent: three parcels\nReceived: two',
	'In 1925 Kafka wrote the following:',
	'As Ann wrote:',
	'Here is what they wrote:',
	'She wrote: the plan is done.',
	'On Monday we meet at 10:00:',
	'The agenda of 2 March 2026, 10:00:',
	'Please answer until 12:00:',
	'Ann wrote the plan in 2026: it is long.',
	'Le plan est le suivant :',
	'El plan es el siguiente:',
	'Zeiten am 2. März 2026:',
	'Original message',
	'--- Agenda ---',
	'----- Prices -----',
	'De: 10 a 12\nAsunto: ninguno',
	'Od: 10\nDo: 12',
	'Our offices: Berlin, Kiel',
	'Data: see the table\nSource: the bank',
];
