/** What chromiumSight.ts runs in pages, as text: nothing is imported. */
const { NodeFilter, createImageBitmap, document, getComputedStyle } = globalThis;

function nodesWith(word) {
	const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	const nodes = [];
	while (walker.nextNode()) {
		const text = walker.currentNode.textContent;
		if (text.trim() !== '' && text.includes(word)) nodes.push(walker.currentNode);
	}
	return nodes;
}

/** The texts that hold a word, and where they are; those that are drawn nowhere have no place. */
export function findTexts(word) {
	const texts = nodesWith(word).map((node) => {
		const range = document.createRange();
		range.selectNodeContents(node);
		const { parentElement } = node;
		const drawn = parentElement.localName === 'textarea' ? parentElement : range;
		const boxes = [...drawn.getClientRects()].map(({ x, y, width, height }) => ({
			...{ x: x + globalThis.scrollX, y: y + globalThis.scrollY, width, height },
		}));
		return { text: node.textContent, boxes };
	});
	return { texts, height: document.documentElement.scrollHeight };
}

/** Makes the letters of these texts transparent, and moves nothing. */
export function hideTexts(word) {
	for (const { parentElement } of nodesWith(word)) {
		parentElement.style.setProperty('-webkit-text-fill-color', 'transparent', 'important');
		parentElement.style.setProperty('text-shadow', 'none', 'important');
		for (let outer = parentElement; outer; outer = outer.parentElement) {
			if (getComputedStyle(outer).backgroundClip !== 'text') continue;
			outer.style.setProperty('background', 'none', 'important');
		}
	}
}

/** For each text whether two pictures differ where it is, as high and wide as a letter that can be read. */
export async function seenBoxes({ shown, hidden, boxes, limits }) {
	const pixels = async (base64) => {
		const bytes = Uint8Array.from(globalThis.atob(base64), (letter) => letter.charCodeAt(0));
		const image = await createImageBitmap(new globalThis.Blob([bytes], { type: 'image/png' }));
		const { width, height } = image;
		const context = new globalThis.OffscreenCanvas(width, height).getContext('2d');
		context.drawImage(image, 0, 0);
		return { data: context.getImageData(0, 0, width, height).data, width, height };
	};
	const [one, other] = [await pixels(shown), await pixels(hidden)];
	const isDifferent = (x, y) => {
		const at = 4 * (y * one.width + x);
		return [at, at + 1, at + 2].some(
			(part) => Math.abs(one.data[part] - other.data[part]) > limits.shade,
		);
	};
	const isSeen = (box) => {
		// Letters reach over their boxes where lines are lower than they are.
		const top = Math.max(0, Math.floor(box.y - limits.reach));
		const bottom = Math.min(one.height, Math.ceil(box.y + box.height + limits.reach));
		const left = Math.max(0, Math.floor(box.x));
		const right = Math.min(one.width, Math.ceil(box.x + box.width));
		let [first, last, from, to] = [Infinity, -1, Infinity, -1];
		for (let y = top; y < bottom; y++) {
			for (let x = left; x < right; x++) {
				if (!isDifferent(x, y)) continue;
				[first, last] = [Math.min(first, y), Math.max(last, y)];
				[from, to] = [Math.min(from, x), Math.max(to, x)];
			}
		}
		return last - first + 1 >= limits.lowest && to - from + 1 >= limits.narrowest;
	};
	return boxes.map((list) => list.some(isSeen));
}
