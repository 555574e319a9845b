import fc from 'fast-check';
import { EVENTS, historyOf, playHistory } from '../harness/mailHistories';
import { playEdges } from '../harness/calendarEdges';
import { playContacts } from '../harness/contactModel';
it('t', async () => {
	for (const e of EVENTS) { const hs = fc.sample(historyOf(e), { seed: 1, numRuns: 3 }); const t = process.cpuUsage(); const w = Date.now(); for (const h of hs) await playHistory(h); const u = process.cpuUsage(t); console.log(e, (u.user+u.system)/3000, (Date.now()-w)/3); }
	{ const t = process.cpuUsage(); for (let s=0;s<3;s++) await playEdges(s); const u = process.cpuUsage(t); console.log('cal', (u.user+u.system)/3000);}
	{ const t = process.cpuUsage(); for (let s=0;s<3;s++) await playContacts({seed:s,polls:20}); const u = process.cpuUsage(t); console.log('con', (u.user+u.system)/3000);}
}, 600000);
