/**
 * What mail programs write in front of a quote: Outlook, Outlook on the web and for mobiles, Gmail, Apple Mail,
 * Thunderbird; with `|` between.
 */

/** The labels of a head in one language. It has `sent` or `date`; lists that are no head may have `date`, too. */
type Labels = Record<'from' | 'sent' | 'date' | 'subject', string>;

/** The labels by language. All labels of a head are of one language. */
export const LABELS: Record<string, Labels> = {
	en: { from: 'From', sent: 'Sent', date: 'Date', subject: 'Subject' },
	de: { from: 'Von', sent: 'Gesendet', date: 'Datum', subject: 'Betreff' },
	fr: { from: 'De', sent: 'Envoyé|Envoyé le', date: 'Date', subject: 'Objet|Sujet' },
	es: {
		from: 'De',
		sent: 'Enviado|Enviado el|Enviada|Enviada el',
		date: 'Fecha',
		subject: 'Asunto',
	},
	it: { from: 'Da', sent: 'Inviato|Inviato il', date: 'Data', subject: 'Oggetto' },
	nl: { from: 'Van', sent: 'Verzonden', date: 'Datum', subject: 'Onderwerp' },
	pt: {
		from: 'De',
		sent: 'Enviado|Enviado em|Enviada|Enviada em',
		date: 'Data',
		subject: 'Assunto',
	},
	sv: { from: 'Från', sent: 'Skickat', date: 'Datum', subject: 'Ämne' },
	da: { from: 'Fra', sent: 'Sendt', date: 'Dato', subject: 'Emne' },
	no: { from: 'Fra', sent: 'Sendt', date: 'Dato', subject: 'Emne' },
	fi: { from: 'Lähettäjä', sent: 'Lähetetty', date: 'Päivämäärä|Päiväys', subject: 'Aihe' },
	pl: { from: 'Od', sent: 'Wysłano|Wysłane', date: 'Data', subject: 'Temat' },
	cs: { from: 'Od', sent: 'Odesláno', date: 'Datum', subject: 'Předmět' },
	ru: { from: 'От', sent: 'Отправлено', date: 'Дата', subject: 'Тема' },
	tr: {
		from: 'Kimden|Gönderen',
		sent: 'Gönderildi|Gönderilme|Gönderme',
		date: 'Tarih',
		subject: 'Konu',
	},
	hu: { from: 'Feladó|Küldő', sent: 'Elküldve|Küldve', date: 'Dátum', subject: 'Tárgy' },
	ja: { from: '差出人', sent: '送信日時|送信日', date: '日付|日時', subject: '件名' },
	zh: {
		from: '发件人|寄件者|寄件人',
		sent: '发送时间|傳送時間|發送時間|寄件日期',
		date: '日期|时间',
		subject: '主题|主旨|主題',
	},
};

/** Titles of a quote, which stand between hyphens. */
export const DIVIDERS = [
	'Original Message|Original Appointment|Forwarded message|Forwarded Message',
	'Ursprüngliche Nachricht|Ursprünglicher Termin|Originalnachricht|Weitergeleitete Nachricht',
	"Message d'origine|Message original|Message transféré",
	'Mensaje original|Mensaje reenviado',
	'Messaggio originale|Messaggio inoltrato',
	'Oorspronkelijk bericht|Doorgestuurd bericht',
	'Mensagem original|Mensagem encaminhada|Mensagem reencaminhada',
	'Ursprungligt meddelande|Originalmeddelande|Vidarebefordrat meddelande',
	'Oprindelig meddelelse|Original meddelelse|Videresendt meddelelse',
	'Opprinnelig melding|Videresendt melding',
	'Alkuperäinen viesti|Välitetty viesti',
	'Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość przekazana dalej',
	'Původní zpráva|Přeposlaná zpráva',
	'Исходное сообщение|Пересылаемое сообщение|Пересланное сообщение',
	'Orijinal İleti|Özgün İleti|Orijinal Mesaj|İletilen ileti',
	'Eredeti üzenet|Továbbított üzenet',
	'元のメッセージ|転送されたメッセージ',
	'原始邮件|原始郵件|邮件原件|转发的邮件|轉寄的郵件',
].join('|');

/** How an introduction begins, where it does not begin with a time or a name. */
export const ON = 'On|Am|Le|El|Il|In data|Op|Em|A|No dia|Den|På|W dniu|Dnia|Dne|在|于|於';

/** What an introduction says of the writer. */
export const WROTE = [
	'wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|kirjoitti',
	'napisał|napisał(a)|napisała|napisana przez|pisze|napsal|napsal(a)|napsala',
	'пишет|написал|написал(а)|написала|писал|yazdı|írta|書きました|のメール|写道|寫道',
].join('|');
