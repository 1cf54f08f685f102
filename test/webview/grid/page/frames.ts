import type { Frames } from '../stageApi';

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const waits = () => document.querySelector('.grid-row[aria-busy=true]') !== null;

/**
 * Moves the scrollbar a number of times, so far that each time every row is replaced; in every frame, or when the rows
 * are there. The rows must be more than `moves * rowsEach`.
 */
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
	// In parts of the whole: the scrollbar is shorter than the rows are high.
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
