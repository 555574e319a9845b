/** What mail programs write in front of a mail that they quote, in own words, and what only looks like it. */

export interface QuoteHead {
	language: string;
	program: 'Outlook' | 'Gmail' | 'Apple Mail' | 'Thunderbird' | 'other';
	head: string;
	/** The program puts `>` in front of the quote, or an element that is read so. */
	isMarked: boolean;
}

type Program = Exclude<QuoteHead['program'], 'Outlook' | 'other'>;

interface Written {
	/** Labels of Outlook for Windows and on the web, with its line above. */
	outlook: string[];
	/** Introductions and heads of forwarded mails. */
	others: Array<[Program | 'other', string]>;
}

const RULE = '________________________________';

/** Bob writes to Ann on 2 March 2026, a Monday, at 9:15. */
const WRITTEN: Record<string, Written> = {
	en: {
		outlook: [
			'From: Bob Park <bob@x.example>\nSent: Monday, March 2, 2026 9:15 AM\nTo: Ann Lee <ann@y.example>\nSubject: Budget',
			'-----Original Message-----\nFrom: Bob Park\nSent: Monday, March 2, 2026 9:15 AM\nTo: Ann Lee\nCc: Cleo Diaz; Dan Wood\nSubject: RE: Budget',
			`${RULE}\nFrom: Bob Park <bob@x.example>\nSent: 02 March 2026 09:15\nTo: Ann Lee <ann@y.example>; Cleo Diaz\n <cleo@y.example>\nSubject: Budget`,
			'-----Original Appointment-----\nFrom: Bob Park\nSent: 02 March 2026 09:15\nTo: Ann Lee\nSubject: Budget\nWhen: 03 March 2026 10:00-10:30.',
			'From: Bob Park <bob@x.example>\nDate: Monday, 2 March 2026 at 09:15\nTo: Ann Lee <ann@y.example>\nSubject: Budget',
			'*From:* Bob Park <bob@x.example>\n*Sent:* Monday, March 2, 2026 9:15 AM\n*To:* Ann Lee\n*Subject:* Budget',
			'From: Bob Park\u00a0<bob@x.example>\n\nSent:\u00a0Monday, March 2, 2026 9:15 AM\n\nTo:\u00a0Ann Lee\n\nSubject:\u00a0Budget',
		],
		others: [
			['Gmail', 'On Mon, Mar 2, 2026 at 9:15\u202fAM Bob Park <bob@x.example> wrote:'],
			[
				'Gmail',
				'On Mon, Mar 2, 2026 at 9:15 AM Bob Park <bob.park.of.the.office@x.example>\nwrote:',
			],
			['Gmail', 'On Mon, Mar 2, 2026 at 9:15 AM Bob Park\n<bob@x.example> wrote:'],
			['Gmail', 'On Mon, 2 Mar 2026, 09:15 bob park, <bob@x.example> wrote:'],
			[
				'Gmail',
				'---------- Forwarded message ---------\nFrom: Bob Park <bob@x.example>\nDate: Mon, Mar 2, 2026 at 9:15 AM\nSubject: Budget\nTo: <ann@y.example>',
			],
			['Apple Mail', 'On 2. Mar 2026, at 09:15, Bob Park <bob@x.example> wrote:'],
			['Apple Mail', 'On Mar 2, 2026, at 9:15\u202fAM, Bob Park <bob@x.example> wrote:'],
			[
				'Apple Mail',
				'Begin forwarded message:\n\nFrom: Bob Park <bob@x.example>\nSubject: Budget\nDate: 2. March 2026 at 09:15:03 CET\nTo: Ann Lee <ann@y.example>',
			],
			['Thunderbird', 'On 3/2/26 9:15 AM, Bob Park wrote:'],
			['Thunderbird', 'On 02/03/2026 09:15, Bob Park wrote:'],
			['Thunderbird', 'Bob Park wrote:'],
			[
				'Thunderbird',
				'-------- Forwarded Message --------\nSubject: Budget\nDate: Mon, 2 Mar 2026 09:15:03 +0100\nFrom: Bob Park <bob@x.example>\nTo: Ann Lee <ann@y.example>',
			],
			['other', 'On Monday, March 2, 2026 at 09:15:03 AM GMT+1, Bob Park <bob@x.example> wrote:'],
			[
				'other',
				'Date: Mon, 2 Mar 2026 09:15:03 +0100\nFrom: bob@x.example\nTo: ann@y.example\nSubject: Budget',
			],
			[
				'other',
				'Subject: Budget\nFrom: bob@x.example\nTo: ann@y.example\nDate: Mon, 2 Mar 2026 09:15:03 +0100',
			],
			['other', '-------- Original message --------'],
		],
	},
	de: {
		outlook: [
			'Von: Bob Park <bob@x.example>\nGesendet: Montag, 2. März 2026 09:15\nAn: Ann Lee <ann@y.example>\nBetreff: Budget',
			'-----Ursprüngliche Nachricht-----\nVon: Bob Park\nGesendet: Montag, 2. März 2026 09:15\nAn: Ann Lee\nBetreff: AW: Budget',
			'Von: Bob Park <bob@x.example>\nDatum: Montag, 2. März 2026 um 09:15\nAn: Ann Lee <ann@y.example>\nBetreff: Budget',
		],
		others: [
			['Gmail', 'Am Mo., 2. März 2026 um 09:15 Uhr schrieb Bob Park <bob@x.example>:'],
			['Gmail', 'Am Mo., 2. März 2026 um 09:15 Uhr schrieb Bob Park <\nbob@x.example>:'],
			['Gmail', 'Bob Park <bob@x.example> schrieb am Mo., 2. März 2026, 09:15:'],
			[
				'Gmail',
				'---------- Forwarded message ---------\nVon: Bob Park <bob@x.example>\nDate: Mo., 2. März 2026 um 09:15 Uhr\nSubject: Budget\nTo: Ann Lee <ann@y.example>',
			],
			['Apple Mail', 'Am 02.03.2026 um 09:15 schrieb Bob Park <bob@x.example>:'],
			['Thunderbird', 'Am 02.03.26 um 09:15 schrieb Bob Park:'],
			[
				'Thunderbird',
				'-------- Weitergeleitete Nachricht --------\nBetreff: Budget\nDatum: Mon, 2 Mar 2026 09:15:03 +0100\nVon: Bob Park <bob@x.example>\nAn: Ann Lee <ann@y.example>',
			],
			[
				'other',
				'Gesendet: Montag, 02. März 2026 um 09:15 Uhr\nVon: "Bob Park" <bob@x.example>\nAn: ann@y.example\nBetreff: Budget',
			],
		],
	},
	fr: {
		outlook: [
			'De : Bob Park <bob@x.example>\nEnvoyé : lundi 2 mars 2026 09:15\nÀ : Ann Lee <ann@y.example>\nObjet : Budget',
			"-----Message d'origine-----\nDe : Bob Park\nEnvoyé : lundi 2 mars 2026 09:15\nÀ : Ann Lee\nObjet : RE: Budget",
			'De\u00a0: Bob Park\nEnvoyé\u00a0: lundi 2 mars 2026 09:15\nÀ\u00a0: Ann Lee\nObjet\u00a0: Budget',
		],
		others: [
			['Gmail', 'Le lun. 2 mars 2026 à 09:15, Bob Park <bob@x.example> a écrit\u00a0:'],
			['Gmail', 'Le lun. 2 mars 2026 à 09:15, Bob Park <bob@x.example> a\nécrit :'],
			['Apple Mail', 'Le 2 mars 2026 à 09:15, Bob Park <bob@x.example> a écrit :'],
			['Apple Mail', 'Le 2 mars 2026 à 09 h 15, Bob Park <bob@x.example> a écrit :'],
			['Thunderbird', 'Le 02/03/2026 à 09:15, Bob Park a écrit :'],
			[
				'Thunderbird',
				'-------- Message transféré --------\nSujet : Budget\nDate : Mon, 2 Mar 2026 09:15:03 +0100\nDe : Bob Park <bob@x.example>\nPour : Ann Lee <ann@y.example>',
			],
		],
	},
	es: {
		outlook: [
			'De: Bob Park <bob@x.example>\nEnviado: lunes, 2 de marzo de 2026 9:15\nPara: Ann Lee <ann@y.example>\nAsunto: Presupuesto',
			'-----Mensaje original-----\nDe: Bob Park\nEnviado el: lunes, 2 de marzo de 2026 9:15\nPara: Ann Lee\nAsunto: RE: Presupuesto',
			'De: Bob Park <bob@x.example>\nFecha: lunes, 2 de marzo de 2026, 9:15\nPara: Ann Lee <ann@y.example>\nAsunto: Presupuesto',
		],
		others: [
			['Gmail', 'El lun, 2 mar 2026 a las 9:15, Bob Park (<bob@x.example>) escribió:'],
			['Gmail', 'El lun, 2 mar 2026 a las 9:15, Bob Park (<bob@x.example>)\nescribió:'],
			['Apple Mail', 'El 2 mar 2026, a las 9:15, Bob Park <bob@x.example> escribió:'],
			['Thunderbird', 'El 2/3/26 a las 9:15, Bob Park escribió:'],
			['other', 'El lunes, 2 de marzo de 2026, 09:15:03 CET, Bob Park <bob@x.example> escribió:'],
			['other', 'El 2 de marzo de 2026 9:15:03 a. m. Bob Park <bob@x.example> escribió:'],
		],
	},
	it: {
		outlook: [
			'Da: Bob Park <bob@x.example>\nInviato: lunedì 2 marzo 2026 09:15\nA: Ann Lee <ann@y.example>\nOggetto: Bilancio',
			'-----Messaggio originale-----\nDa: Bob Park\nInviato: lunedì 2 marzo 2026 09:15\nA: Ann Lee\nOggetto: R: Bilancio',
		],
		others: [
			['Gmail', 'Il giorno lun 2 mar 2026 alle ore 09:15 Bob Park <bob@x.example> ha scritto:'],
			['Gmail', 'Il giorno lun 2 mar 2026 alle ore 09:15 Bob Park <bob@x.example>\nha scritto:'],
			['Apple Mail', 'Il giorno 2 mar 2026, alle ore 09:15, Bob Park <bob@x.example> ha scritto:'],
			['Thunderbird', 'Il 02/03/2026 09:15, Bob Park ha scritto:'],
			[
				'Thunderbird',
				'-------- Messaggio Inoltrato --------\nOggetto: Bilancio\nData: Mon, 2 Mar 2026 09:15:03 +0100\nMittente: Bob Park <bob@x.example>\nA: Ann Lee <ann@y.example>',
			],
		],
	},
	nl: {
		outlook: [
			'Van: Bob Park <bob@x.example>\nVerzonden: maandag 2 maart 2026 09:15\nAan: Ann Lee <ann@y.example>\nOnderwerp: Begroting',
			'-----Oorspronkelijk bericht-----\nVan: Bob Park\nVerzonden: maandag 2 maart 2026 9:15\nAan: Ann Lee\nOnderwerp: RE: Begroting',
			'Van: Bob Park <bob@x.example>\nDatum: maandag, 2 maart 2026 om 09:15\nAan: Ann Lee <ann@y.example>\nOnderwerp: Begroting',
		],
		others: [
			['Gmail', 'Op ma 2 mrt 2026 om 09:15 schreef Bob Park <bob@x.example>:'],
			['Gmail', 'Op ma 2 mrt 2026 om 09:15 schreef Bob Park <bob@x.example\n>:'],
			[
				'Apple Mail',
				'Op 2 mrt. 2026 om 09:15 heeft Bob Park <bob@x.example> het volgende geschreven:',
			],
			['Thunderbird', 'Op 02-03-2026 om 09:15 schreef Bob Park:'],
		],
	},
	pt: {
		outlook: [
			'De: Bob Park <bob@x.example>\nEnviado: 2 de março de 2026 09:15\nPara: Ann Lee <ann@y.example>\nAssunto: Orçamento',
			'-----Mensagem original-----\nDe: Bob Park\nEnviada: segunda-feira, 2 de março de 2026 09:15\nPara: Ann Lee\nAssunto: RE: Orçamento',
		],
		others: [
			['Gmail', 'Bob Park <bob@x.example> escreveu (segunda, 2/03/2026 à(s) 09:15):'],
			['Apple Mail', 'No dia 2 de mar. de 2026, às 09:15, Bob Park <bob@x.example> escreveu:'],
			['Thunderbird', 'Às 09:15 de 02/03/2026, Bob Park escreveu:'],
			[
				'Thunderbird',
				'-------- Mensagem reencaminhada --------\nAssunto: Orçamento\nData: Mon, 2 Mar 2026 09:15:03 +0000\nDe: Bob Park <bob@x.example>\nPara: Ann Lee <ann@y.example>',
			],
		],
	},
	'pt-BR': {
		outlook: [
			'De: Bob Park <bob@x.example>\nEnviado: segunda-feira, 2 de março de 2026 09:15\nPara: Ann Lee <ann@y.example>\nAssunto: Orçamento',
			'-----Mensagem original-----\nDe: Bob Park\nEnviada em: segunda-feira, 2 de março de 2026 09:15\nPara: Ann Lee\nAssunto: RES: Orçamento',
		],
		others: [
			['Gmail', 'Em seg., 2 de mar. de 2026 às 09:15, Bob Park <bob@x.example> escreveu:'],
			['Gmail', 'Em seg., 2 de mar. de 2026 às 09:15, Bob Park <bob@x.example>\nescreveu:'],
			['Apple Mail', 'Em 2 de mar. de 2026, à(s) 09:15, Bob Park <bob@x.example> escreveu:'],
			['Thunderbird', 'Em 02/03/2026 09:15, Bob Park escreveu:'],
		],
	},
	sv: {
		outlook: [
			'Från: Bob Park <bob@x.example>\nSkickat: den 2 mars 2026 09:15\nTill: Ann Lee <ann@y.example>\nÄmne: Budget',
			'-----Ursprungligt meddelande-----\nFrån: Bob Park\nSkickat: den 2 mars 2026 09:15\nTill: Ann Lee\nÄmne: SV: Budget',
		],
		others: [
			['Gmail', 'Den mån 2 mars 2026 kl 09:15 skrev Bob Park <bob@x.example>:'],
			['Gmail', 'Den mån 2 mars 2026 kl 09:15 skrev Bob Park <bob@x.example\n>:'],
			['Apple Mail', '2 mars 2026 kl. 09:15 skrev Bob Park <bob@x.example>:'],
			['Thunderbird', 'Den 2026-03-02 kl. 09:15, skrev Bob Park:'],
			['Thunderbird', 'Den 2026-03-02 kl. 09:15, skrev Bob Park följande:'],
		],
	},
	da: {
		outlook: [
			'Fra: Bob Park <bob@x.example>\nSendt: 2. marts 2026 09:15\nTil: Ann Lee <ann@y.example>\nEmne: Budget',
			'-----Oprindelig meddelelse-----\nFra: Bob Park\nSendt: 2. marts 2026 09:15\nTil: Ann Lee\nEmne: SV: Budget',
		],
		others: [
			['Gmail', 'Den man. 2. mar. 2026 kl. 09.15 skrev Bob Park <bob@x.example>:'],
			['Apple Mail', 'Den 2. mar. 2026 kl. 09.15 skrev Bob Park <bob@x.example>:'],
			['Thunderbird', 'Den 02.03.2026 kl. 09.15 skrev Bob Park:'],
			[
				'Thunderbird',
				'-------- Videresendt meddelelse --------\nEmne: Budget\nDato: Mon, 2 Mar 2026 09:15:03 +0100\nFra: Bob Park <bob@x.example>\nTil: Ann Lee <ann@y.example>',
			],
		],
	},
	no: {
		outlook: [
			'Fra: Bob Park <bob@x.example>\nSendt: mandag 2. mars 2026 09:15\nTil: Ann Lee <ann@y.example>\nEmne: Budsjett',
			'-----Opprinnelig melding-----\nFra: Bob Park\nSendt: 2. mars 2026 09:15\nTil: Ann Lee\nEmne: SV: Budsjett',
		],
		others: [
			['Gmail', 'man. 2. mars 2026 kl. 09:15 skrev Bob Park <bob@x.example>:'],
			['Apple Mail', '2. mars 2026 kl. 09:15 skrev Bob Park <bob@x.example>:'],
			['Thunderbird', 'Den 02.03.2026 09:15, skrev Bob Park:'],
			['Thunderbird', 'Bob Park skrev:'],
		],
	},
	fi: {
		outlook: [
			'Lähettäjä: Bob Park <bob@x.example>\nLähetetty: maanantai 2. maaliskuuta 2026 9.15\nVastaanottaja: Ann Lee <ann@y.example>\nAihe: Budjetti',
			'-----Alkuperäinen viesti-----\nLähettäjä: Bob Park\nLähetetty: 2. maaliskuuta 2026 9:15\nVastaanottaja: Ann Lee\nAihe: VS: Budjetti',
		],
		others: [
			['Gmail', 'ma 2. maalisk. 2026 klo 9.15 Bob Park (bob@x.example) kirjoitti:'],
			['Gmail', 'ma 2. maalisk. 2026 klo 9.15 Bob Park (bob@x.example)\nkirjoitti:'],
			['Apple Mail', 'Bob Park <bob@x.example> kirjoitti 2.3.2026 kello 9.15:'],
			['Thunderbird', 'Bob Park kirjoitti 2.3.2026 klo 9.15:'],
		],
	},
	pl: {
		outlook: [
			'Od: Bob Park <bob@x.example>\nWysłano: poniedziałek, 2 marca 2026 09:15\nDo: Ann Lee <ann@y.example>\nTemat: Budżet',
			'-----Wiadomość oryginalna-----\nOd: Bob Park\nWysłano: 2 marca 2026 09:15\nDo: Ann Lee\nTemat: ODP: Budżet',
		],
		others: [
			['Gmail', 'pon., 2 mar 2026 o 09:15 Bob Park <bob@x.example> napisał(a):'],
			['Gmail', 'pon., 2 mar 2026 o 09:15 Bob Park <bob@x.example>\nnapisał(a):'],
			[
				'Apple Mail',
				'Wiadomość napisana przez Bob Park <bob@x.example> w dniu 2 mar 2026, o godz. 09:15:',
			],
			['Thunderbird', 'W dniu 2.03.2026 o 09:15, Bob Park pisze:'],
			['other', 'Dnia 2 marca 2026 09:15 Bob Park <bob@x.example> napisał(a):'],
		],
	},
	cs: {
		outlook: [
			'Od: Bob Park <bob@x.example>\nOdesláno: pondělí 2. března 2026 9:15\nKomu: Ann Lee <ann@y.example>\nPředmět: Rozpočet',
			'-----Původní zpráva-----\nOd: Bob Park\nOdesláno: pondělí 2. března 2026 9:15\nKomu: Ann Lee\nPředmět: RE: Rozpočet',
		],
		others: [
			['Gmail', 'po 2. 3. 2026 v 9:15 odesílatel Bob Park <bob@x.example> napsal:'],
			['Gmail', 'po 2. 3. 2026 v 9:15 odesílatel Bob Park <bob@x.example>\nnapsal:'],
			['Apple Mail', '2. 3. 2026 v 9:15, Bob Park <bob@x.example>:'],
			['Thunderbird', 'Dne 02. 03. 26 v 9:15 Bob Park napsal(a):'],
		],
	},
	ru: {
		outlook: [
			'От: Bob Park <bob@x.example>\nОтправлено: 2 марта 2026 г. 9:15\nКому: Ann Lee <ann@y.example>\nТема: Бюджет',
			'-----Исходное сообщение-----\nОт: Иван Петров\nОтправлено: понедельник, 2 марта 2026 г. 9:15\nКому: Анна Ли\nТема: RE: Бюджет',
		],
		others: [
			['Gmail', 'пн, 2 мар. 2026 г. в 09:15, Иван Петров <ivan@x.example>:'],
			['Gmail', 'пн, 2 мар. 2026 г. в 09:15, Иван Петров\n<ivan@x.example>:'],
			['Apple Mail', '2 марта 2026 г., в 09:15, Иван Петров <ivan@x.example> написал(а):'],
			['Thunderbird', '02.03.2026 09:15, Иван Петров пишет:'],
			['other', 'Понедельник, 2 марта 2026, 9:15 +03:00 от Иван Петров <ivan@x.example>:'],
		],
	},
	tr: {
		outlook: [
			'Kimden: Bob Park <bob@x.example>\nGönderildi: 2 Mart 2026 Pazartesi 09:15\nKime: Ann Lee <ann@y.example>\nKonu: Bütçe',
			'-----Özgün İleti-----\nKimden: Bob Park\nGönderildi: 2 Mart 2026 Pazartesi 09:15\nKime: Ann Lee\nKonu: YNT: Bütçe',
		],
		others: [
			['Gmail', 'Bob Park <bob@x.example>, 2 Mar 2026 Pzt, 09:15 tarihinde şunu yazdı:'],
			['Gmail', 'Bob Park <bob@x.example>, 2 Mar 2026 Pzt, 09:15 tarihinde şunu\nyazdı:'],
			['Apple Mail', 'Bob Park <bob@x.example> şunları yazdı (2 Mar 2026 09:15):'],
			['Thunderbird', '02.03.2026 09:15 tarihinde Bob Park yazdı:'],
		],
	},
	hu: {
		outlook: [
			'Feladó: Bob Park <bob@x.example>\nElküldve: 2026. március 2., hétfő 9:15\nCímzett: Ann Lee <ann@y.example>\nTárgy: Költségvetés',
			'-----Eredeti üzenet-----\nFeladó: Bob Park\nKüldve: 2026. március 2. 9:15\nCímzett: Ann Lee\nTárgy: RE: Költségvetés',
		],
		others: [
			['Gmail', 'Bob Park <bob@x.example> ezt írta (időpont: 2026. márc. 2., H, 9:15):'],
			['Gmail', 'Bob Park <bob@x.example> ezt írta (időpont: 2026. márc. 2., H,\n9:15):'],
			['Apple Mail', 'Bob Park <bob@x.example> írta (2026. márc. 2., 9:15):'],
			['Thunderbird', '2026. 03. 02. 9:15 keltezéssel, Bob Park írta:'],
		],
	},
	ja: {
		outlook: [
			'差出人: 朴 太郎 <bob@x.example>\n送信日時: 2026年3月2日 9:15\n宛先: 李 安 <ann@y.example>\n件名: 予算',
			'-----元のメッセージ-----\n差出人: 朴 太郎\n送信日時: 2026年3月2日月曜日 9:15\n宛先: 李 安\n件名: RE: 予算',
			'-----Original Message-----\nFrom: 朴 太郎\nSent: Monday, March 2, 2026 9:15 AM\nTo: 李 安\nSubject: RE: 予算',
		],
		others: [
			['Gmail', '2026年3月2日(月) 9:15 朴 太郎 <bob@x.example>:'],
			['Gmail', '2026年3月1日(日) 12:00 Bob Park\n<bob@x.example>:'],
			['Apple Mail', '2026/03/02 9:15、朴 太郎 <bob@x.example>のメール:'],
			['Thunderbird', 'On 2026/03/02 9:15, 朴 太郎 wrote:'],
			[
				'Thunderbird',
				'-------- Forwarded Message --------\n件名: 予算\n日付: Mon, 2 Mar 2026 09:15:03 +0900\n差出人: 朴 太郎 <bob@x.example>\n宛先: 李 安 <ann@y.example>',
			],
		],
	},
	zh: {
		outlook: [
			'发件人: 王伟 <wang@x.example>\n发送时间: 2026年3月2日 9:15\n收件人: 李安 <ann@y.example>\n主题: 预算',
			'-----邮件原件-----\n发件人: 王伟\n发送时间: 2026年3月2日 9:15\n收件人: 李安\n主题: 答复: 预算',
			'寄件者: 王偉 <wang@x.example>\n寄件日期: 2026年3月2日 上午 09:15\n收件者: 李安 <ann@y.example>\n主旨: 預算',
		],
		others: [
			['Gmail', '王伟 <wang@x.example> 于2026年3月2日周一 09:15写道：'],
			['Gmail', '王偉 <wang@x.example> 於 2026年3月2日 週一 上午9:15寫道：'],
			['Apple Mail', '在 2026年3月2日，09:15，王伟 <wang@x.example> 写道：'],
			['Thunderbird', '在 2026/3/2 9:15, 王伟 写道:'],
			[
				'other',
				'------------------ 原始邮件 ------------------\n发件人: "王伟" <wang@x.example>;\n发送时间: 2026年3月2日(星期一) 上午9:15\n收件人: "李安"<ann@y.example>;\n主题: 预算',
			],
		],
	},
};

const MARKING: Array<QuoteHead['program']> = ['Apple Mail', 'Thunderbird'];

export const QUOTE_HEADS: QuoteHead[] = Object.entries(WRITTEN).flatMap(
	([language, { outlook, others }]) => [
		...outlook.map((head) => ({ language, program: 'Outlook' as const, head, isMarked: false })),
		...others.flatMap(([program, head]) => {
			const isMarked = MARKING.includes(program) && !head.includes('\n');
			const one = { language, program, head };
			// Gmail's answers are marked in plain text; its programs for phones leave that out.
			return program === 'Gmail'
				? [
						{ ...one, isMarked: true },
						{ ...one, isMarked: false },
					]
				: [{ ...one, isMarked }];
		}),
	],
);

/** Texts of authors; what follows is theirs too. */
export const LOOK_ALIKES = [
	'In 1925 Kafka wrote the following:',
	'Please answer until 12:00:',
	'Zeiten am 2. März 2026:',
	'As you know, the board met and Ann wrote:',
	'On Monday, Ann Lee wrote:',
	'Das Gericht schrieb:',
	'Le journal a écrit :',
	'El periódico escribió:',
	'In his book he wrote:',
	'What Ann wrote:',
	'From: here to there',
	'Von: Berlin Hbf\nNach: Hamburg Hbf\nDatum: 2. März 2026',
	'De: Madrid\nPara: Sevilla\nFecha: 2 de marzo de 2026',
	'From: 10:00\nTo: 11:30\nSubject: Mathematics',
	'Invoice 4711\nDate: 2 March 2026\nFrom: Example Ltd\nTo: Contoso\nTotal: 50.00 EUR',
	'Date: 2026-03-02\nFrom: billing@x.example\nTo: ann@y.example\nAmount: 50.00 EUR',
	'Rechnung\nDatum: 2. März 2026\nVon: Beispiel GmbH\nBetreff: Wartung',
	'Name: Ann Lee\nDate: 2 March 2026\nSubject: Mathematics\nSent: yes',
	'Subject: Budget\nDate: next Monday\nTo: be decided',
	'Date: 2 March 2026 10:00\nPlace: Room 5\nSubject: Budget',
	'Objet : votre demande\nDate : 2 mars 2026',
	'-----',
	'________________________________',
	'----- Agenda -----',
	'The original message is below.',
	'Original Message',
	'Meeting with Bob on 2 March 2026, 09:15, bob@x.example:',
	'2026-03-02 09:15: Bob called:',
	'2. März 2026, 09:15: Treffen mit Bob Park:',
	'Deadlines for 2 March 2026 09:15 sent to Bob Park <bob@x.example>:',
	'Da: 5 a 10 euro\nData: da decidere\nOggetto: affitto',
	'件名: 予算\n日付: 未定',
	'日期: 2026年3月2日\n主题: 预算',
	'The table has these columns: From: To: Date: Subject:',
];
