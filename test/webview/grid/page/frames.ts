import type { Frames } from '../stageApi';

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const waits = () => document.querySelector('.grid-row[aria-busy=true]') !== null;

/** Each move replaces every row. The grid must have more than `moves * rowsEach` rows. */
export async function scrollRows(
	scroller: Element,
	count: number,
	moves: number,
	rowsEach: number,
	when: 'everyFrame' | 'rowsAreThere',
): Promise<Frames> {
	let longTasks = 0;
	const observer = new PerformanceObserver((list) => {
		longTasks += list.getEntries().length;
	});
	observer.observe({ type: 'longtask' });
	const elementsBefore = document.querySelectorAll('*').length;
	// Based on the scroll range, which is smaller than the total height of the rows.
	const step = ((scroller.scrollHeight - scroller.clientHeight) / count) * rowsEach;
	const start = scroller.scrollTop;
	const intervals: number[] = [];
	let before = await nextFrame();
	for (let move = 1; move <= moves; move++) {
		scroller.scrollTop = start + move * step;
		do {
			const now = await nextFrame();
			intervals.push(now - before);
			before = now;
		} while (when === 'rowsAreThere' && waits());
	}
	const stopped = performance.now();
	while (waits()) {
		await nextFrame();
	}
	const settled = performance.now() - stopped;
	observer.disconnect();
	return { intervals, settled, longTasks, elementsBefore, elementsAfter: document.querySelectorAll('*').length };
}
