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
export const LANGUAGES: Record<string, Words> = {
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
		...{
			on: 'Em|A|No dia',
			wrote: 'escreveu',
			divider: 'Mensagem original|Mensagem encaminhada|Mensagem reencaminhada',
		},
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
		wrote: 'napisał|napisał(a)|napisała|napisana przez|pisze',
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
		divider: '原始邮件|原始郵件|邮件原件|转发的邮件|轉寄的郵件',
	},
};
