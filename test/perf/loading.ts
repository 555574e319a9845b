/**
 * What the package costs at n8n's start: n8n's own loader reads its description, and loads a node when a
 * workflow uses it: `npm run perf -- loading`, after `npm run build`.
 */
import { ROOT } from '../../scripts/sources';
import { measurePackage } from '../bench/start';

/** CPU time and memory that an n8n process may give for a package that nobody uses. */
const MOST_CPU_MS = 30;
const MOST_HEAP_BYTES = 1_000_000;

it('costs little while no workflow uses it', () => {
	const { start, heap, use } = measurePackage(ROOT, ROOT, 'mail');
	console.log(
		`start ${start.toFixed(0)} ms, ${heap} bytes; first use of Mail ${use.toFixed(0)} ms`,
	);
	expect(start).toBeLessThan(MOST_CPU_MS);
	expect(heap).toBeLessThan(MOST_HEAP_BYTES);
});
