import { htmlToText } from '../../nodes/shared/html';
import { htmlToText as old } from '../old/html';
import { PROGRAM_MAILS } from '../corpus/programMails';
it('x', () => {
	const office = { program: 'office', html: `<p>Dear all,</p><p>${'the figures are in. '.repeat(400)}</p>` };
	const groups = new Map<string, string[]>();
	for (const m of [...PROGRAM_MAILS, office]) { groups.set(m.program, [...(groups.get(m.program) ?? []), m.html]); }
	groups.set('ALL', PROGRAM_MAILS.map((m) => m.html));
	groups.set('LONG', [PROGRAM_MAILS.filter((m) => m.program !== 'x').map((m) => m.html.replace(/<head>.*<\/head>/s, '')).join('')]);
	groups.set('long newsletter', [PROGRAM_MAILS[110]!.html.replace('</body>', PROGRAM_MAILS[110]!.html.split('<body')[1]!.replace(/^[^>]*>/, '').repeat(20))]);
	const time = (f: (h: string) => unknown, hs: string[]) => { let best = Infinity; for (let r = 0; r < 5; r++) { const b = process.cpuUsage(); let n = 0; while (n < 3e5) for (const h of hs) { f(h); n += h.length; } const u = process.cpuUsage(b); best = Math.min(best, (u.user + u.system) / 1000 / n * 1e6); } return best; };
	const out: string[] = [];
	for (const [name, hs] of groups) { time(old, hs); time(htmlToText, hs); const a = time(old, hs), b = time(htmlToText, hs); out.push(`${name.padEnd(16)} len ${hs[0]!.length} old ${a.toFixed(0)} new ${b.toFixed(0)} ms/MB ratio ${(b / a).toFixed(2)}`); }
	console.log(out.join('\n'));
});
